// Zod would make code as it runs. The page's policy forbids that and browsers note every try, so
// that it is told not to before any of it is there: it looks for its settings in this place.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })
