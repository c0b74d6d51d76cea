/** One file of the built page: what it begins with, and with that all that it needs. */
type Chunk = { name: string; test: RegExp; minShareCount?: number }

const components = (...names: string[]) => new RegExp(`/@mantine/core/.*/(${names.join('|')})/`)
const any = (...tests: RegExp[]) => new RegExp(tests.map(({ source }) => source).join('|'))

/**
 * How the page is cut into files, by who needs what. Each takes what the tests name and all that
 * this needs, as far as no file before it has that already; a screen's own code is a file of its own.
 * `e2e/shell/first-visit.spec.ts` says how much a first visit may fetch.
 */
const chunks: Chunk[] = [
  // Decides between login and app, and asks for both.
  {
    name: 'start',
    test: /\/web\/(main|home-screens|kit\/(api\/(request|session)|lazy\/(import-chunk|load-when-idle|chunk-error-texts|new-version|first-interaction)|page\/first-paths)|shell\/(errors\/start-page-error|path-after-sign-in))\.ts$|vite\/preload-helper/,
  },
  // The same from version to version, so that a browser keeps it.
  { name: 'react', test: /\/node_modules\/(react|react-dom|scheduler)\// },
  // What login and app share.
  {
    name: 'base',
    test: any(
      /\/web\/(shell\/(theme\/theme-provider\.tsx|react-root\.ts)|kit\/(api\/call-api\.ts|form\/draft\/draft\.ts|page\/card-page\.tsx|ui\/icons\/icon\.tsx|lazy\/lazy-boundary\.tsx))$/,
      /\/contract\/(school|accounts\/login)\.ts$/,
      /\/@mantine\/hooks\/.*\/use-(id|uncontrolled)\//,
      components('Button', 'ActionIcon'),
    ),
  },
  // What stands around every screen: bar, sidebar, addresses, cache; and what several homes show.
  {
    name: 'app',
    test: any(
      /\/web\/shell\/app\.tsx$/,
      /\/contract\/(reviews|school\/slot-shortage|slots\/refusals|people\/profile|kit\/(text\/plural|time\/week))\.ts$/,
      /\/web\/(reviews\/(home\/check-devices|join-call-button|timeline\/(review-phase|timeline-badge)|api|review-grid|display\/(review-times|week-status))|kit\/(ui\/(avatar|dates\/zone-note)|page\/pending-headline)|calls\/api)/,
      components('Badge', 'List'),
    ),
  },
  // What the advisor's home and the reviewer's share.
  { name: 'colleague', test: /\/web\/reviews\/home\/([\w-]+\.tsx|advisor\/advisor-section)/ },
  // A home comes in one file with what no other home has: by HTTP/1.1 each file more waits for one of
  // six connections. The reviewer's.
  {
    name: 'slots',
    test: /\/contract\/slots\.ts$|\/web\/(slots\/ranges\.ts|reviews\/home\/reviewer\/reviewer-home-page\.tsx)$/,
  },
  // What screens share with the student’s home, which shows it once its first picture is there.
  { name: 'linked-text', test: /\/web\/kit\/ui\/text\/(linked-text|find-links)/ },
  // The student's.
  {
    name: 'student',
    test: any(
      /\/contract\/tasks\.ts$|\/web\/reviews\/home\/student\/(greeting|student-home-page\.tsx)/,
      /\/web\/reviews\/home\/student\/([\w-]+-card|[\w-]+\/(month-calendar|next-review-card|progress-skeleton))\.tsx$/,
    ),
  },
  { name: 'login', test: /\/web\/shell\/login\.tsx$|\/@mantine\/hooks\/.*\/use-merged-ref\// },
  // What the frame shows once the first picture is there: the face, the figures in sidebar and bell.
  // With them the small things that more than one home needs for what it shows then.
  {
    name: 'late',
    test: any(
      /\/web\/(shell\/frame\/(account-avatar|waiting-count)|notifications\/notification-text|kit\/form\/once-button)\.tsx$/,
      /\/web\/kit\/page\/focus\/focus\.ts$|\/contract\/notifications\/send-reminder\.ts$/,
    ),
  },
  { name: 'live', test: /\/web\/calls\/socket\.ts$/ },
  // Dialogs and toasts, which come after the first paint; the menu needs what dialogs are made of.
  { name: 'overlays', test: /\/web\/shell\/overlay-host\.tsx$/ },
  // The advisor's home, which has nothing else of what is shared.
  {
    name: 'decide',
    test: /\/web\/reviews\/(deciding\/decision-buttons|home\/advisor\/advisor-home-page)\.tsx?$/,
  },
  // The admin's, which needs no more of what the other screens share.
  { name: 'admin', test: /\/web\/school\/admin-home-page\.tsx$/ },
  { name: 'long-list', test: /\/web\/kit\/list\/long-list\.tsx$/ },
  // What a home shows once its first picture is there. Without these files it would lie in those that
  // all screens share, and each home would fetch and run all of them.
  {
    name: 'advisor-late',
    test: /\/web\/reviews\/home\/advisor\/(offered-slot|remind-overdue-student)\.tsx$/,
  },
  { name: 'admin-late', test: /\/web\/school\/(overview|attention\/remind)\.tsx$/ },
  {
    name: 'student-late',
    test: /\/web\/reviews\/home\/student\/(next-review\/next-review-links|progress\/progress-card)\.tsx$/,
  },
  { name: 'grant', test: /\/web\/reviews\/rescheduling\/request\/grant-buttons\.tsx$/ },
  // What is fetched when somebody is about to press something on a home, and other screens share.
  {
    name: 'pressed',
    test: /\/web\/(reviews\/(rescheduling\/booking-notes|home\/reviewer\/previous-review)|notifications\/notifications-panel)\.tsx$/,
  },
  // The same for the reviewer's home, and for the student's dialogs.
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
  // What is left over and several screens share: forty small files cost a browser more than one.
  { name: 'shared', minShareCount: 3, test: /^(?!.*\/web\/calendar\/)/ },
  // What the three calendars share, and no other screen.
  { name: 'calendar', minShareCount: 2, test: /\/web\/calendar\// },
]

/** The same as the bundler takes it: the first that fits gets the module. */
export const codeSplitting = {
  groups: chunks.map((chunk, index) => ({ ...chunk, priority: chunks.length - index })),
}
