// Zod would compile code at run time, which the page's policy forbids and browsers report. This
// setting, which Zod looks up on load, turns that off.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })
