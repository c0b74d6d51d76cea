/**
 * For `test.use`: what moves does so as for most people, which else only `npm run test:long` shows.
 * The files that use it open each kind of thing that moves: dialogs, drawers, menus, options and
 * messages.
 */
export const withMotion = { contextOptions: { reducedMotion: 'no-preference' } } as const
