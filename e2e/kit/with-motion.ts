/**
 * For `test.use`: animations as most people have them, which otherwise only `npm run test:long`
 * has. The files that use it open each kind of animated element: dialogs, drawers, menus, options
 * and messages.
 */
export const withMotion = { contextOptions: { reducedMotion: 'no-preference' } } as const
