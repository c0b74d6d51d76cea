/** A chunk of the built page: its entry modules, which pull in what they import. */
type Chunk = { name: string; test: RegExp; minShareCount?: number }

const components = (...names: string[]) => new RegExp(`/@mantine/core/.*/(${names.join('|')})/`)
const any = (...tests: RegExp[]) => new RegExp(tests.map(({ source }) => source).join('|'))

/**
 * How the page is split into chunks. Each takes the modules its tests match and their imports,
 * unless an earlier chunk has them. The code of a screen is its own chunk.
 * `e2e/shell/first-visit.spec.ts` limits how much a first visit may load.
 */
const chunks: Chunk[] = [
  // Chooses between login and app, and loads either.
  {
    name: 'start',
    test: /\/web\/(main|home-screens|kit\/(api\/(request|session)|lazy\/(import-chunk|load-in-background|chunk-error-texts|new-version|wait-for-user)|page\/path-access)|shell\/(errors\/start-error|path-after-sign-in))\.ts$|vite\/preload-helper/,
  },
  // Does not change between versions, so browsers keep it cached.
  { name: 'react', test: /\/node_modules\/(react|react-dom|scheduler)\// },
  // Shared by login and app.
  {
    name: 'base',
    test: any(
      /\/web\/(shell\/(theme\/theme-provider\.tsx|react-root\.ts)|kit\/(api\/call-api\.ts|form\/draft\/keep-through-reload\.ts|page\/card-page\.tsx|ui\/icons\/icon\.tsx|lazy\/lazy-boundary\.tsx))$/,
      /\/contract\/(school\/school|accounts\/(login|oidc\/paths))\.ts$/,
      /\/@mantine\/hooks\/.*\/use-(id|uncontrolled)\//,
      components('Button', 'ActionIcon'),
    ),
  },
  // The frame around every screen: top bar, sidebar, routes, cache, and what several homes show.
  {
    name: 'app',
    test: any(
      /\/web\/shell\/app\.tsx$/,
      /\/contract\/(reviews\/reviews|school\/slot-shortage|slots\/refusals|people\/profile|domains\/domain|kit\/(text\/(plural|text-schemas)|time\/format-week-number))\.ts$/,
      /\/web\/(reviews\/(home\/check-devices|join-call-button|timeline\/(review-phase|timeline-badge)|api|display\/(due-and-booked-time|week-status))|kit\/(ui\/(avatar|dates\/zone-note)|page\/heading-skeleton)|calls\/api)/,
      components('Badge', 'Card', 'List'),
    ),
  },
  // Shared by the advisor's and the reviewer's home.
  { name: 'colleague', test: /\/web\/reviews\/home\/([\w-]+\.tsx|advisor\/advisor-section)/ },
  // Each home is one chunk with everything that only it needs: over HTTP/1.1 every further file
  // takes one of six connections. The reviewer's home.
  {
    name: 'slots',
    test: /\/contract\/slots\/slots\.ts$|\/web\/(slots\/ranges\.ts|reviews\/home\/reviewer\/reviewer-home-page\.tsx)$/,
  },
  // Shared by screens and by the student's home, which loads it after its first paint.
  { name: 'linked-text', test: /\/web\/kit\/ui\/text\/(inline-markdown|linked-text|find-links)/ },
  // The student's home.
  {
    name: 'student',
    test: any(
      /\/contract\/tasks\/tasks\.ts$|\/web\/reviews\/home\/student\/student-home-page\.tsx/,
      /\/web\/reviews\/home\/student\/([\w-]+-card|[\w-]+\/(month-calendar|next-review-card|progress-skeleton))\.tsx$/,
    ),
  },
  { name: 'login', test: /\/web\/shell\/login\.tsx$|\/@mantine\/hooks\/.*\/use-merged-ref\// },
  // Loaded by the frame after the first paint: avatar, counts in sidebar and bell, and small
  // modules that several homes need by then.
  {
    name: 'late',
    test: any(
      /\/web\/(shell\/frame\/(account-avatar|waiting-count)|notifications\/unread-announcement|kit\/form\/once-button)\.tsx$/,
      /\/web\/kit\/page\/focus\/focus\.ts$|\/contract\/notifications\/send-reminder\.ts$/,
    ),
  },
  // Shared by screens and the live connection, without which no screen may fail to load.
  {
    name: 'work',
    test: /\/contract\/work\.ts$|\/web\/work\/(api|link-kinds|edit\/[\w-]*edits)\.ts$/,
  },
  { name: 'live', test: /\/web\/calls\/socket\.ts$/ },
  // Dialogs and toasts, which are loaded after the first paint, and menus, which build on dialogs.
  { name: 'overlays', test: /\/web\/shell\/overlay-host\.tsx$/ },
  // The advisor's home, which needs nothing else that is shared.
  {
    name: 'decide',
    test: /\/web\/reviews\/(deciding\/decision-buttons|home\/advisor\/advisor-home-page)\.tsx?$/,
  },
  // The admin's home, which needs nothing else that is shared.
  { name: 'admin', test: /\/web\/school\/admin-home-page\.tsx$/ },
  { name: 'long-list', test: /\/web\/kit\/list\/long-list\.tsx$/ },
  // Loaded by a home after its first paint. Otherwise it would be in the shared chunk, and every
  // home would load all of that.
  {
    name: 'advisor-late',
    test: /\/web\/reviews\/home\/advisor\/(freed-slot-suggestion|remind-overdue-student-button)\.tsx$/,
  },
  { name: 'admin-late', test: /\/web\/school\/(overview|attention\/remind-buttons)\.tsx$/ },
  {
    name: 'student-late',
    test: /\/web\/reviews\/home\/student\/(next-review\/next-review-links|progress\/marks-card)\.tsx$/,
  },
  { name: 'grant', test: /\/web\/reviews\/rescheduling\/request\/accept-buttons\.tsx$/ },
  // Loaded shortly before a button on a home is pressed, and shared by other screens.
  {
    name: 'pressed',
    test: /\/web\/(reviews\/(rescheduling\/booking-notices|home\/reviewer\/previous-review)|notifications\/notifications-panel)\.tsx$/,
  },
  // The same for the reviewer's home and the student's dialogs.
  { name: 'page-menu', test: /\/web\/kit\/page\/header\/page-menu-list\.tsx$/ },
  { name: 'form', test: /\/web\/reviews\/rescheduling\/request\/reschedule-request-form\.tsx$/ },
  {
    name: 'forms',
    test: any(
      /\/@mantine\/form\/|\/web\/(kit\/form\/form|accounts\/second-factor)/,
      components('Combobox', 'Select', 'NumberInput', 'Textarea', 'Popover'),
    ),
  },
  { name: 'call', minShareCount: 3, test: /\/web\/calls\// },
  // Everything else that several screens share. One file is cheaper than forty small ones.
  { name: 'shared', minShareCount: 3, test: /^(?!.*\/web\/calendar\/)/ },
  // Shared by the three calendars only.
  { name: 'calendar', minShareCount: 2, test: /\/web\/calendar\// },
]

/** The same for the bundler. The first match gets the module. */
export const codeSplitting = {
  groups: chunks.map((chunk, index) => ({ ...chunk, priority: chunks.length - index })),
}
