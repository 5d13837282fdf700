import type { Rule } from 'eslint';
import ts from 'typescript';

/** As much of the services of the TypeScript parser as is used here. */
interface TypedServices {
  readonly program: ts.Program;
  readonly esTreeNodeToTSNodeMap: { get(node: unknown): ts.Node };
}

/**
 * A name that is only known while the program runs must not be looked up in an object: `constructor`, `toString` or
 * `__proto__` is found in every one of them, although nobody put it there. What may be looked up so are the elements of
 * lists, and names of which the types know all that there are. Tables are Maps; of an object that others made, `ownValue`
 * of src/lib/own-value.ts gives what is its own.
 */
export const untrustedNames: Rule.RuleModule = {
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      lookup:
        'This name may be one that every object has, such as constructor: use a Map, or ownValue (src/lib/own-value.ts).',
      membership: 'Every object has names such as constructor: use a Map or a Set, or Object.hasOwn.',
    },
  },
  create(context) {
    const services = context.sourceCode.parserServices as TypedServices;
    const checker = services.program.getTypeChecker();
    const typeOf = (node: unknown) => checker.getTypeAtLocation(services.esTreeNodeToTSNodeMap.get(node));
    const textOf = (node: unknown) => context.sourceCode.getText(node as Rule.Node);

    /** Whether it only happens where `Object.hasOwn` of the same object and name holds. */
    const isAskedFor = (node: Rule.Node & { object: unknown; property: unknown }): boolean => {
      const question = `Object.hasOwn(${textOf(node.object)}, ${textOf(node.property)})`;
      for (
        let inner: Rule.Node = node, outer = node.parent;
        outer != null;
        inner = outer, outer = outer.parent
      ) {
        const asked =
          outer.type === 'ConditionalExpression' && outer.consequent === inner
            ? outer.test
            : outer.type === 'LogicalExpression' && outer.operator === '&&' && outer.right === inner
              ? outer.left
              : undefined;
        if (asked !== undefined && conditionsIn(asked).some((condition) => textOf(condition) === question)) {
          return true;
        }
      }
      return false;
    };

    /** Whether the name is taken from the very object, in a loop over its names. */
    const comesFromIt = (node: Rule.Node & { object: unknown; property: unknown }): boolean => {
      const [object, name] = [textOf(node.object), textOf(node.property)];
      for (let outer = node.parent; outer != null; outer = outer.parent) {
        if (outer.type === 'ForInStatement' || outer.type === 'ForOfStatement') {
          const names = outer.type === 'ForInStatement' ? object : `Object.keys(${object})`;
          if (textOf(outer.left) === `const ${name}` && textOf(outer.right) === names) {
            return true;
          }
        }
      }
      return false;
    };

    return {
      'MemberExpression[computed=true]'(node: Rule.Node & { object: unknown; property: unknown }) {
        if (
          mayBeAnyName(typeOf(node.property)) &&
          !isList(checker, typeOf(node.object)) &&
          !isAskedFor(node) &&
          !comesFromIt(node)
        ) {
          context.report({ node, messageId: 'lookup' });
        }
      },
      'BinaryExpression[operator="in"]'(node: Rule.Node & { left: { type: string } }) {
        if (node.left.type !== 'PrivateIdentifier' && mayBeAnyName(typeOf(node.left))) {
          context.report({ node, messageId: 'membership' });
        }
      },
    };
  },
};

/** All that must hold for `a && b && c` to hold. */
function conditionsIn(test: unknown): readonly unknown[] {
  const { type, operator, left, right } = test as Record<'type' | 'operator' | 'left' | 'right', unknown>;
  return type === 'LogicalExpression' && operator === '&&'
    ? [...conditionsIn(left), ...conditionsIn(right)]
    : [test];
}

/** Whether a type lets through any text: a string that is no literal, marked as somebody else's or not. */
function mayBeAnyName(type: ts.Type): boolean {
  if (type.isUnionOrIntersection()) {
    return type.types.some(mayBeAnyName);
  }
  return (type.flags & (ts.TypeFlags.String | ts.TypeFlags.TemplateLiteral | ts.TypeFlags.Any)) !== 0;
}

function isList(checker: ts.TypeChecker, type: ts.Type): boolean {
  return type.isUnion()
    ? type.types.every((part) => isList(checker, part))
    : checker.isArrayLikeType(type) || (type.flags & ts.TypeFlags.StringLike) !== 0;
}
