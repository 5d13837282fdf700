/**
 * What an object itself holds under a name that only turns up while the program runs; undefined when it holds nothing, or
 * there is no object. A plain look-up would also find what every object inherits: `constructor`, `toString`, `__proto__`.
 */
export function ownValue<Value>(
  object: Readonly<Record<string, Value>> | undefined,
  name: string,
): Value | undefined {
  return object !== undefined && Object.hasOwn(object, name) ? object[name] : undefined;
}
