/**
 * A Swagger UI plugin that replaces each `$ref` with its target. It is sent to the page as source
 * text, so it must not use anything outside itself.
 */
export const resolveReferences = () => ({
  fn: {
    resolveSubtree: async (description: unknown, path: string[]) => {
      const at = (keys: string[]) =>
        keys.reduce<unknown>(
          (part, key) => Object.getOwnPropertyDescriptor(part, key)?.value,
          description,
        )
      const resolve = (part: unknown): unknown => {
        if (Array.isArray(part)) return part.map(resolve)
        if (typeof part !== 'object' || part === null) return part
        if ('$ref' in part) return resolve(at(String(part.$ref).split('/').slice(1)))
        return Object.fromEntries(Object.entries(part).map(([key, value]) => [key, resolve(value)]))
      }
      return { spec: resolve(at(path)), errors: [] }
    },
  },
})
