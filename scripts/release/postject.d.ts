declare module 'postject' {
  /** Adds a resource to an executable. */
  export function inject(
    file: string,
    name: string,
    resource: Buffer,
    options: { readonly sentinelFuse: string; readonly machoSegmentName?: string },
  ): Promise<void>;
}
