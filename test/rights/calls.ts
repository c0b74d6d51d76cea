import { dayMs } from '#contract/kit/time.ts'
import { dateInZone } from '#contract/kit/zone.ts'
import { failedLoginsAllowed } from '#contract/limits.ts'
import {
  type AddableRole,
  abilities,
  addableRoles,
  basePath,
  type Role,
  roles,
} from '#contract/roles.ts'
import { lockIdOf } from '#server/accounts/locks/actions.ts'
import { inTransaction } from '#server/kit/context.ts'
import { newId } from '#server/kit/id.ts'
import { followReview } from '#server/reviews/actions.ts'
import type { Making } from '#test/make.ts'
import { codeOf } from '#test/second-factor.ts'
import { type Circle, type InvitedCircle, password } from './circle.ts'

export type Input = {
  params?: Record<string, string>
  query?: Record<string, string>
  body?: Record<string, unknown>
}

/** One call, as it is made upon what a circle has. */
export type KnownCall = {
  /** What must be so before, for the call to do what it does. */
  before?: (app: Making, of: Circle) => Promise<unknown>
  input: (of: Circle) => Input
  /**
   * Whose the things are that the input names: 'own' ones of others must not be found; 'everyone'
   * of the role may see and change any; 'nothing' is named, and what comes back is the caller's.
   */
  reaches: 'own' | 'everyone' | 'nothing'
}

const nothing: KnownCall = { input: () => ({}), reaches: 'nothing' }
const everyone = (input: KnownCall['input'] = () => ({})): KnownCall => ({
  input,
  reaches: 'everyone',
})
/** A key of a second factor, and the code that it shows when a circle is made. */
const key = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
const codeFor = ({ now }: Circle) => codeOf(key, now)

const secondFactor =
  (role: Role, confirmed: boolean): NonNullable<KnownCall['before']> =>
  ({ context }, { people, now }) =>
    context.db
      .insertInto('second_factors')
      .values({
        ...{ person_id: people[role], secret: key, last_step: 0, created_at: now },
        confirmed_at: confirmed ? now : null,
      })
      .execute()

const mailOf = ({ review }: Circle) => `mail-of-${review}`
const waitingMail: NonNullable<KnownCall['before']> = ({ context }, of) =>
  context.db
    .insertInto('outbox')
    .values({
      ...{ id: mailOf(of), recipient: of.emails.student, subject: '', body: 'Hello', attempts: 1 },
      ...{ created_at: of.now, due_at: of.now + dayMs },
    })
    .execute()
const emailOfLocked = (id: string) => `nobody-${id}@locked.test`

/** Failed logins enough for a lock at one network. */
async function lockOut({ context }: Making, email: string): Promise<void> {
  const failures = Array.from({ length: failedLoginsAllowed }, () => ({
    ...{ id: newId(), email, address: '192.0.2.7' },
    failed_at: context.clock(),
  }))
  await context.db.insertInto('login_failures').values(failures).execute()
}

const own = (input: KnownCall['input']): KnownCall => ({ input, reaches: 'own' })

/** The same call below the base path of several roles. */
function each<R extends Role>(
  several: readonly R[],
  call: string,
  make: (role: R) => KnownCall,
): [string, KnownCall][] {
  const [method, path] = call.split(' ')
  return several.map((role) => [`${method} ${basePath[role]}${path}`, make(role)])
}

const profile = { number: '5550001111', address: '1 Main Street' }
const completion = {
  ...profile,
  gender: 'female',
  qualification: 'BSc',
  dob: '2000-02-29',
  age: 26,
}
const workouts = {
  personalDevelopmentWorkout: ['Read'],
  technicalWorkouts: ['Write'],
  miscellaneousWorkouts: ['Count'],
}
const range = ({ now }: Circle) => ({
  ...{ date: dateInZone(now + 2 * dayMs, 'UTC'), timeStart: '09:00', timeEnd: '10:00' },
  reviewTime: 20,
})
const reviewById = own(({ review }) => ({ query: { id: review } }))

/** Every call that needs a session. A new call of the contract is added here. */
export const knownCalls: ReadonlyMap<string, KnownCall> = new Map<string, KnownCall>([
  ...each(roles, 'POST /logout', () => nothing),
  ...each(roles, 'GET /sessions', () => nothing),
  ...each(roles, 'POST /end-session', (role) =>
    own(({ sessions }) => ({ body: { id: sessions[role] } })),
  ),
  ...each(roles, 'POST /end-other-sessions', () => nothing),
  ...each(roles, 'PUT /update-password', () => ({
    input: () => ({ body: { oldpass: password, newpass: 'another horse' } }),
    reaches: 'nothing',
  })),
  ...each(roles, 'GET /second-factor', () => nothing),
  ...each(roles, 'POST /begin-second-factor', () => ({
    input: () => ({ body: { password } }),
    reaches: 'nothing',
  })),
  ...each(roles, 'POST /confirm-second-factor', (role) => ({
    before: secondFactor(role, false),
    input: (of) => ({ body: { code: codeFor(of) } }),
    reaches: 'nothing',
  })),
  ...each(roles, 'POST /new-recovery-codes', (role) => ({
    before: secondFactor(role, true),
    input: (of) => ({ body: { password, code: codeFor(of) } }),
    reaches: 'nothing',
  })),
  ...each(roles, 'POST /remove-second-factor', (role) => ({
    before: secondFactor(role, true),
    input: (of) => ({ body: { password, code: codeFor(of) } }),
    reaches: 'nothing',
  })),
  ...each(abilities['keep a profile'], 'GET /profile', () => nothing),
  ...each(abilities['keep a profile'], 'PUT /edit-profile', () => ({
    input: () => ({ body: profile }),
    reaches: 'nothing',
  })),
  ...each(abilities['hold calls'], 'GET /ice-servers', () => nothing),
  ...each(abilities['hold calls'], 'GET /call-chat', () => reviewById),
  ...each(['advisor', 'reviewer'], 'GET /call-record', () => reviewById),
  ['GET /admin/call-record', everyone(({ review }) => ({ query: { id: review } }))],

  ['GET /home', nothing],
  ['GET /manifest', nothing],
  ['GET /weekly-task', nothing],
  ['GET /weekly-review', own(({ review }) => ({ query: { week: review } }))],

  ...each(['advisor', 'reviewer'], 'GET /review-list', () => reviewById),
  [
    'PUT /advisor/update-review-details',
    own(({ review }) => ({ body: { id: review, value: { seminar: 'completed' } } })),
  ],
  [
    'PUT /advisor/create-review',
    own(({ review }) => ({ body: { id: review, value: { status: 'next-week' } } })),
  ],
  ['GET /advisor/decision', reviewById],
  [
    'PUT /advisor/undo-decision',
    {
      before: ({ context }, { review, people }) =>
        inTransaction(context, (tx) =>
          followReview(tx, { id: review, advisorId: people.advisor, way: 'next-week' }),
        ),
      ...own(({ review }) => ({ body: { value: { reviewId: review } } })),
    },
  ],
  [
    'PUT /advisor/book-slot',
    own(({ waiting, people, freeSlot }) => ({
      body: { value: { reviewId: waiting, reviewer: people.reviewer, slot: freeSlot } },
    })),
  ],
  ['GET /advisor/slots/:id', everyone(({ people }) => ({ params: { id: people.reviewer } }))],
  ['GET /advisor/reviewer-list', everyone()],

  ['GET /reviewer/review-draft', reviewById],
  [
    'PUT /reviewer/review-draft',
    own(({ review }) => ({ body: { id: review, draft: { mark: null, pendingTask: [] } } })),
  ],
  ['GET /reviewer/review-before', reviewById],
  ['GET /reviewer/review-task', reviewById],
  [
    'PUT /reviewer/update-review-details',
    own(({ review }) => ({
      body: { id: review, value: { mark: { code: 1, theory: 2, weekStatus: 'Task Critical' } } },
    })),
  ],
  [
    'POST /reviewer/add-slot',
    { input: (of) => ({ body: { values: range(of) } }), reaches: 'nothing' },
  ],
  ['GET /reviewer/slot-list', nothing],

  ...addableRoles.flatMap((role) => peopleCalls(role)),
  ['GET /admin/student', everyone(({ people }) => ({ query: { id: people.student } }))],
  [
    'GET /admin/student-reviews',
    everyone(({ people }) => ({ query: { student: people.student } })),
  ],
  ['GET /admin/review', everyone(({ review }) => ({ query: { id: review } }))],
  ['GET /admin/summary', everyone()],
  ['GET /admin/trail', everyone()],
  ['GET /admin/mails', everyone()],
  [
    'PUT /admin/send-mail-again',
    { before: waitingMail, ...everyone((of) => ({ body: { id: mailOf(of) } })) },
  ],
  ['POST /admin/send-test-mail', everyone()],
  ['GET /admin/locks', everyone()],
  [
    'POST /admin/end-lock',
    {
      before: (app, { people }) => lockOut(app, emailOfLocked(people.student)),
      ...everyone(({ people }) => ({
        body: { id: lockIdOf({ email: emailOfLocked(people.student), network: '192.0.2.7' }) },
      })),
    },
  ],
  ['GET /admin/second-factor-roles', everyone()],
  ['PUT /admin/second-factor-roles', everyone(() => ({ body: { roles: [] } }))],
  ['POST /admin/add-domain', everyone(({ review }) => ({ body: { name: `Domain of ${review}` } }))],
  ['GET /admin/all-domain', everyone()],
  [
    'POST /admin/add-task',
    everyone(({ domain }) => ({ body: { weekNo: 7, domain, ...workouts } })),
  ],
  [
    'PUT /admin/edit-task',
    everyone(({ task }) => ({ body: { id: task, value: { week: 8, ...workouts } } })),
  ],
  ['GET /admin/all-task', everyone(({ domain }) => ({ query: { domain } }))],
  ['GET /admin/task', everyone(({ task }) => ({ query: { id: task } }))],
])

function peopleCalls(role: AddableRole): [string, KnownCall][] {
  return [
    [
      `POST /admin/add-${role}`,
      everyone(({ review }) => ({ body: { name: 'Ana', email: `${role}-${review}@new.test` } })),
    ],
    [
      `PATCH /admin/block-unblock-${role}`,
      everyone(({ people }) => ({ body: { id: people[role], action: 'block' } })),
    ],
    [`GET /admin/all-${role}`, everyone()],
    [
      `POST /admin/reset-password-${role}`,
      everyone(({ people }) => ({ body: { id: people[role] } })),
    ],
    [
      `POST /admin/reset-second-factor-${role}`,
      {
        before: secondFactor(role, true),
        ...everyone(({ people }) => ({ body: { id: people[role] } })),
      },
    ],
  ]
}

/** Every call that anyone can make: what proves the right to make it is in the call itself. */
export const openCalls: ReadonlyMap<string, (of: InvitedCircle) => Input> = new Map<
  string,
  (of: InvitedCircle) => Input
>([
  ['GET /school', () => ({})],
  ...roles.map((role): [string, (of: InvitedCircle) => Input] => [
    `POST ${basePath[role]}/login`,
    // No code is asked for, and none must be forged.
    ({ emails }) => ({ body: { email: emails[role], password, code: undefined } }),
  ]),
  ...roles.map((role): [string, (of: InvitedCircle) => Input] => [
    `PUT ${basePath[role]}/reset-password/:id`,
    ({ resets }) => ({ params: { id: resets[role] }, body: { password: 'a new horse' } }),
  ]),
  ...roles.map((role): [string, (of: InvitedCircle) => Input] => [
    `GET ${basePath[role]}/check-reset-password/:id`,
    ({ resets }) => ({ params: { id: resets[role] } }),
  ]),
  ...addableRoles.flatMap((role): [string, (of: InvitedCircle) => Input][] => [
    [
      `GET ${basePath[role]}/check-invitation/:id`,
      ({ untouched }) => ({ params: { id: untouched[role] } }),
    ],
    [
      `PUT ${basePath[role]}/set-password/:id`,
      ({ untouched }) => ({ params: { id: untouched[role] }, body: { password: 'a new horse' } }),
    ],
    [
      `PUT ${basePath[role]}/set-profile/:id`,
      ({ invitations, domain }) => ({
        params: { id: invitations[role] },
        body: {
          ...completion,
          ...(role === 'student' ? { domain } : {}),
          ...(role === 'reviewer' ? { domains: [domain] } : {}),
        },
      }),
    ],
  ]),
  ...(['student', 'reviewer'] as const).map((role): [string, (of: InvitedCircle) => Input] => [
    `GET ${basePath[role]}/get-domaim-info/:id`,
    ({ invitations }) => ({ params: { id: invitations[role] } }),
  ]),
])
