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
    test: /\/web\/(main|homes|kit\/(call\/(ask|session)|later\/(code|load|missing|new-version)|page\/(home|first-paths))|shell\/(broken\/broken|address-asked))\.ts$|vite\/preload-helper/,
  },
  // The same from version to version, so that a browser keeps it.
  { name: 'react', test: /\/node_modules\/(react|react-dom|scheduler)\// },
  // What login and app share.
  {
    name: 'base',
    test: any(
      /\/web\/(shell\/(look\/look\.tsx|react-root\.ts)|kit\/(call\/call\.ts|form\/typed\.ts|page\/card-page\.tsx|look\/icons\/icon\.tsx|later\/while-fetched\.tsx))$/,
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
      /\/contract\/(reviews|school\/shortage|kit\/(counted|week))\.ts$/,
      /\/web\/(reviews\/(home\/check-devices|enter-call|life\/(is-over|life-sign)|api|review-grid|when|week-status)|kit\/(look\/(avatar|zone-note)|page\/answer-to-come)|calls\/api)/,
      components('Badge', 'List'),
    ),
  },
  // What the advisor's home and the reviewer's share.
  { name: 'colleague', test: /\/web\/reviews\/home\/([\w-]+\.tsx|advisor\/advisor-section)/ },
  // A home comes in one file with what no other home has: by HTTP/1.1 each file more waits for one of
  // six connections. The reviewer's.
  {
    name: 'slots',
    test: /\/contract\/slots\.ts$|\/web\/(slots\/stretches\.ts|reviews\/home\/reviewer\/reviewer-home-page\.tsx)$/,
  },
  // What screens share with the student’s home, which shows it once its first picture is there.
  { name: 'linked-text', test: /\/web\/kit\/look\/(linked-text|find-links)/ },
  // The student's.
  {
    name: 'student',
    test: any(
      /\/contract\/tasks\.ts$|\/web\/reviews\/home\/student\/(greeting|student-home-page\.tsx)/,
      /\/web\/reviews\/home\/student\/([\w-]+-card|[\w-]+\/(month-calendar|next-review-card|progress-skeleton))\.tsx$/,
    ),
  },
  { name: 'login', test: /\/web\/shell\/login\.tsx$/ },
  // The live connection asks again for notices, and the bell must not wait for that connection.
  { name: 'told', test: /\/web\/notices\/told\.tsx$/ },
  { name: 'live', test: /\/web\/calls\/socket\.ts$/ },
  // Dialogs and toasts, which come after the first paint; the menu needs what dialogs are made of.
  { name: 'overlays', test: /\/web\/shell\/overlay-host\.tsx$/ },
  // The advisor's home, which has nothing else of what is shared.
  {
    name: 'decide',
    test: /\/web\/reviews\/(decide\/decision-buttons|plans\/wish\/time-asked|home\/advisor\/advisor-home-page)\.tsx?$/,
  },
  // The admin's home needs no more of what the other screens share.
  { name: 'long-list', test: /\/web\/kit\/list\/long-list\.tsx$/ },
  // What homes and their frame show once the first picture is there. Without this file it would lie
  // in those that all screens share, and each home would fetch and run all of them.
  {
    name: 'late',
    test: any(
      /\/web\/shell\/frame\/(signed-in|waiting)\.tsx$/,
      /\/web\/reviews\/(plans\/plan-notes|home\/(advisor\/(offered-slot|remind-overdue)|reviewer\/before))\.tsx$/,
      /\/web\/(school\/need\/remind-advisor\.tsx|(reviews\/review-name|kit\/page\/save-text)\.ts)$/,
      components('Checkbox'),
    ),
  },
  // The same for the reviewer's home, and for the student's.
  { name: 'page-menu', test: /\/web\/kit\/page\/header\/page-menu-list\.tsx$/ },
  { name: 'form', test: /\/web\/reviews\/home\/student\/next-review\/before-review\.tsx$/ },
  {
    name: 'forms',
    test: any(
      /\/@mantine\/form\/|\/web\/(kit\/form\/(form|lines-field)|accounts\/second-factor)/,
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
