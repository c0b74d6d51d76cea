import { exportFormats } from '#contract/exports.ts'
import { dayMs } from '#contract/kit/time/durations.ts'
import { dateInZone } from '#contract/kit/time/zone.ts'
import { failedLoginsAllowed } from '#contract/limits/accounts.ts'
import { type ProfileRole, profileRoles } from '#contract/roles.ts'
import { toLockoutId } from '#server/accounts/lockouts/actions.ts'
import { newId, newSecret } from '#server/kit/id.ts'
import { getOrCreateSecretKey } from '#server/kit/secret-keys.ts'
import { type Making, makePerson } from '#test/factories.ts'
import { makeCriterion } from '#test/schools/rubrics.ts'
import type { Circle } from '../circle.ts'
import {
  everyone,
  getInvitedId,
  type KnownCall,
  keepAbsence,
  makeInvited,
  secondFactor,
  switchOnSecondFactor,
} from '../describe-call.ts'
import { mailTrial, schoolSettings } from '../first-calls.ts'
import { block, bulkCalls, pause } from './bulk-actions.ts'

const getMailId = ({ review }: Circle) => `mail-of-${review}`
const waitingMail: NonNullable<KnownCall['before']> = ({ context }, of) =>
  context.db
    .insertInto('outbox')
    .values({
      id: getMailId(of),
      recipient: of.emails.student,
      subject: '',
      body: 'Hello',
      attempts: 1,
      created_at: of.now,
      due_at: of.now + dayMs,
    })
    .execute()
/** The time zone cannot change once there are slots. */
const { timeZone: _, ...otherSettings } = schoolSettings
const emailOfLocked = (id: string) => `nobody-${id}@locked.test`

/** Enough failed logins for a lock at one network. */
async function lockOut({ context }: Making, email: string): Promise<void> {
  const failures = Array.from({ length: failedLoginsAllowed }, () => ({
    id: newId(),
    email,
    address: '192.0.2.7',
    failed_at: context.clock(),
  }))
  await context.db.insertInto('login_failures').values(failures).execute()
}

const workouts = {
  personalDevelopmentWorkout: ['Read'],
  technicalWorkouts: ['Write'],
  miscellaneousWorkouts: ['Count'],
}

const course =
  '# Week 9\n## Personal development\n- Read\n## Technical\n- Write\n## Miscellaneous\n- Rest'

const exported = ['students', 'advisors', 'reviewers', 'reviews', 'trail', 'hours']
const exportCalls = exported.flatMap((list) =>
  exportFormats.map((format): [string, KnownCall] => [
    `GET /admin/export/${list}.${format}`,
    everyone(),
  ]),
)
/** An admin beside the caller, by the id of the group's review. */
const getOtherAdminId = ({ review }: Circle) => `other-admin-of-${review}`
const onOtherAdmin: Omit<KnownCall, 'input'> = {
  before: (app, of) => makePerson(app, 'admin', { id: getOtherAdminId(of) }),
  reaches: 'everyone',
}

const callsOnAdmins: [string, KnownCall][] = [
  ['GET /admin/all-admin', everyone()],
  [
    'POST /admin/add-admin',
    everyone(({ review }) => ({ body: { name: 'Ana', email: `admin-${review}@new.test` } })),
  ],
  [
    'PATCH /admin/block-unblock-admin',
    { ...onOtherAdmin, input: (of) => ({ body: { id: getOtherAdminId(of), action: 'block' } }) },
  ],
  [
    'PUT /admin/edit-admin',
    {
      ...onOtherAdmin,
      input: (of) => {
        const id = getOtherAdminId(of)
        return { body: { value: { id, name: 'Ana Berg', email: `corrected-${id}@new.test` } } }
      },
    },
  ],
  [
    'PUT /admin/undo-block-admin',
    {
      before: (app, of) => makePerson(app, 'admin', { id: getOtherAdminId(of), blocked: true }),
      ...everyone((of) => ({ body: { value: { id: getOtherAdminId(of), handOver: false } } })),
    },
  ],
  [
    'POST /admin/reset-password-admin',
    { ...onOtherAdmin, input: (of) => ({ body: { id: getOtherAdminId(of) } }) },
  ],
  [
    'POST /admin/reset-second-factor-admin',
    {
      before: async (app, of) => {
        await onOtherAdmin.before?.(app, of)
        await switchOnSecondFactor(app, { personId: getOtherAdminId(of), now: of.now })
      },
      ...everyone((of) => ({ body: { id: getOtherAdminId(of) } })),
    },
  ],
]

const getImportId = ({ review }: Circle) => `import-of-${review}`
/** An import that added one person. */
const importOne: NonNullable<KnownCall['before']> = ({ context: { db } }, of) => {
  const id = getImportId(of)
  const email = `imported-${of.review}@new.test`
  const person = { id: `imported-by-${id}`, role: 'student' as const, name: 'Ana', email }
  return db
    .insertInto('imports')
    .values({ id, person_id: of.people.admin, role: 'student', added: 1, at: of.now })
    .execute()
    .then(() =>
      db
        .insertInto('people')
        .values({ ...person, search_key: '', sort_key: '', created_at: of.now, import_id: id })
        .execute(),
    )
}

/** Calls for admins only. */
export const adminCalls: [string, KnownCall][] = [
  ['GET /admin/touched-by-block', everyone(({ people }) => ({ query: { id: people.reviewer } }))],
  ...profileRoles.flatMap((role) => peopleCalls(role)),
  [
    'PUT /admin/erase-person',
    {
      before: async ({ context: { db } }, { people, review }) => {
        const isBooked = db.updateTable('reviews').where('id', '=', review)
        await isBooked.set({ status: 'conducted' }).execute()
        const student = db.updateTable('people').where('id', '=', people.student)
        await student.set({ name: 'Somebody Gone' }).execute()
      },
      ...everyone(({ people }) => ({
        body: { value: { id: people.student, name: 'Somebody Gone' } },
      })),
    },
  ],
  ['GET /admin/person-data', everyone(({ people }) => ({ query: { id: people.advisor } }))],
  [
    'POST /admin/import-people',
    everyone(({ review }) => ({
      body: {
        value: {
          role: 'student',
          csv: `Who,Mail\nAna,ana-${review}@new.test`,
          apply: 'good',
          columns: {
            name: 'Who',
            email: 'Mail',
            domain: null,
            week: null,
            advisor: null,
            domains: null,
          },
        },
      },
    })),
  ],
  ['GET /admin/imports', everyone(() => ({ query: { role: 'student' } }))],
  [
    'PUT /admin/undo-import',
    {
      before: importOne,
      ...everyone((of) => ({ body: { value: { _id: getImportId(of) } } })),
    },
  ],
  [
    'PUT /admin/revoke-invitation',
    { before: makeInvited, ...everyone((of) => ({ body: { value: { id: getInvitedId(of) } } })) },
  ],
  [
    'PUT /admin/change-role',
    {
      before: makeInvited,
      ...everyone((of) => ({ body: { value: { id: getInvitedId(of), role: 'advisor' } } })),
    },
  ],
  ...callsOnAdmins,
  ['GET /admin/person', everyone(({ people }) => ({ query: { id: people.advisor } }))],
  ['GET /admin/person-sessions', everyone(({ people }) => ({ query: { person: people.student } }))],
  [
    'PUT /admin/end-person-sessions',
    everyone(({ people, sessions }) => ({
      body: { value: { id: people.student, session: sessions.student } },
    })),
  ],
  ['GET /admin/person-tokens', everyone(({ people }) => ({ query: { person: people.student } }))],
  [
    'PUT /admin/end-person-token',
    everyone(({ people, apiTokens }) => ({
      body: { value: { id: people.student, token: apiTokens.student } },
    })),
  ],
  ['GET /admin/person-reviews', everyone(({ people }) => ({ query: { person: people.reviewer } }))],
  ['GET /admin/absences', everyone(({ people }) => ({ query: { reviewer: people.reviewer } }))],
  [
    'PUT /admin/absence',
    everyone(({ people, now }) => {
      const date = dateInZone(now, 'America/New_York')
      const value = { reviewer: people.reviewer, from: date, to: date, reason: 'Ill' }
      return { body: { value: { ...value, confirm: true } } }
    }),
  ],
  [
    'PUT /admin/withdraw-absence',
    {
      before: keepAbsence,
      ...everyone(({ people, domain }) => ({
        body: { value: { reviewer: people.reviewer, id: `absence-${domain}` } },
      })),
    },
  ],
  [
    'PUT /admin/withdraw-absence',
    {
      before: keepAbsence,
      ...everyone(({ people, domain }) => ({
        body: { value: { reviewer: people.reviewer, id: `absence-${domain}`, undo: true } },
      })),
    },
  ],
  [
    'PUT /admin/pause-student',
    everyone(({ people, now }) => {
      const until = dateInZone(now + 30 * dayMs, 'America/New_York')
      return { body: { value: { id: people.student, reason: 'Ill', until } } }
    }),
  ],
  [
    'PUT /admin/resume-student',
    {
      before: pause,
      ...everyone(({ people }) => ({ body: { value: { id: people.student, undo: true } } })),
    },
  ],
  ['GET /admin/student', everyone(({ people }) => ({ query: { id: people.student } }))],
  [
    'GET /admin/student-reviews',
    everyone(({ people }) => ({ query: { student: people.student } })),
  ],
  ['GET /admin/review', everyone(({ review }) => ({ query: { id: review } }))],
  ['GET /admin/calendar', everyone(({ people }) => ({ query: { reviewer: people.reviewer } }))],
  ['GET /admin/calendar-absences', everyone()],
  ['GET /admin/calendar-days', everyone()],
  [
    'GET /admin/calendar-load',
    everyone(({ people }) => ({ query: { reviewer: people.reviewer } })),
  ],
  ['GET /admin/summary', everyone()],
  [
    'GET /admin/insight',
    everyone(({ domain }) => ({ query: { domain, from: '2026-02-01', to: '2026-03-31' } })),
  ],
  ['GET /admin/insight', everyone()],
  ['GET /admin/hours', everyone(() => ({ query: { from: '2026-03-01', to: '2026-03-07' } }))],
  ['GET /admin/health', everyone()],
  ['GET /admin/school-settings', everyone()],
  [
    'GET /admin/touched-by-holiday',
    everyone(() => ({ query: { from: '2026-03-01', to: '2026-12-31' } })),
  ],
  [
    'PUT /admin/school-settings',
    {
      before: async ({ context: { db } }) => {
        await db.deleteFrom('school_settings').execute()
        // The language of the stored sort keys.
        await db.deleteFrom('facts').execute()
      },
      ...everyone(() => ({ body: { value: otherSettings } })),
    },
  ],
  [
    'POST /admin/try-mail-server',
    {
      // Created with the first mail.
      before: ({ context }) => getOrCreateSecretKey(context.db, 'unsubscribe-key', newSecret),
      ...everyone(() => ({ body: mailTrial })),
    },
  ],
  ['GET /admin/people-in-need', everyone()],
  [
    'PUT /admin/remind',
    {
      before: ({ context }, { waiting, now }) =>
        context.db
          .updateTable('reviews')
          .set({ due_at: now - dayMs })
          .where('id', '=', waiting)
          .execute(),
      ...everyone(({ people }) => ({ body: { value: { advisor: people.advisor } } })),
    },
  ],
  ['GET /admin/students-at-risk', everyone()],
  ['GET /admin/absent-people', everyone()],
  ['GET /admin/trail', everyone()],
  ...exportCalls,
  ['GET /admin/export/tasks.md', everyone(({ domain }) => ({ query: { domain } }))],
  [
    'POST /admin/import-tasks',
    everyone(({ domain }) => ({ body: { value: { domain, text: course, apply: 'all' } } })),
  ],
  ['GET /admin/mails', everyone()],
  ['GET /admin/waiting', everyone()],
  [
    'PUT /admin/send-mail-again',
    { before: waitingMail, ...everyone((of) => ({ body: { id: getMailId(of) } })) },
  ],
  ['POST /admin/send-test-mail', everyone()],
  ['GET /admin/locks', everyone()],
  [
    'POST /admin/end-lock',
    {
      before: (app, { people }) => lockOut(app, emailOfLocked(people.student)),
      ...everyone(({ people }) => ({
        body: { id: toLockoutId({ email: emailOfLocked(people.student), network: '192.0.2.7' }) },
      })),
    },
  ],
  ['GET /admin/second-factor-roles', everyone()],
  ['PUT /admin/second-factor-roles', everyone(() => ({ body: { roles: [] } }))],
  ['POST /admin/add-domain', everyone(({ review }) => ({ body: { name: `Domain of ${review}` } }))],
  [
    'PUT /admin/edit-domain',
    everyone(({ domain }) => ({
      body: { value: { id: domain, name: `Renamed ${domain}`, isArchived: true, lastWeek: 12 } },
    })),
  ],
  [
    'POST /admin/copy-domain',
    everyone(({ domain }) => ({ body: { value: { id: domain, name: `Copy of ${domain}` } } })),
  ],
  ['GET /admin/domain-people', everyone(({ domain }) => ({ query: { id: domain } }))],
  ['GET /admin/rubric', everyone(({ domain }) => ({ query: { domain } }))],
  [
    'PUT /admin/rubric',
    everyone(({ domain }) => ({
      query: { domain },
      body: { criteria: [makeCriterion('Correctness', 'code', 100)] },
    })),
  ],
  ['GET /admin/all-domain', everyone()],
  [
    'POST /admin/add-task',
    everyone(({ domain }) => ({ body: { weekNo: 7, domain, ...workouts } })),
  ],
  [
    'PUT /admin/edit-task',
    everyone(({ task }) => ({ body: { id: task, value: { week: 8, ...workouts } } })),
  ],
  [
    'PUT /admin/move-task',
    everyone(({ task }) => ({ body: { value: { id: task, week: 9, confirm: true, swap: true } } })),
  ],
  [
    'PUT /admin/remove-task',
    everyone(({ task }) => ({ body: { value: { id: task, confirm: true } } })),
  ],
  ['GET /admin/all-task', everyone(({ domain }) => ({ query: { domain } }))],
  ['GET /admin/find-task', everyone(() => ({ query: { search: 'domain 1' } }))],
  ['GET /admin/task', everyone(({ task }) => ({ query: { id: task } }))],
  ...bulkCalls,
]

function peopleCalls(role: ProfileRole): [string, KnownCall][] {
  return [
    [
      `POST /admin/add-${role}`,
      everyone(({ review, domain }) => ({
        body: {
          name: 'Ana',
          email: `${role}-${review}@new.test`,
          ...(role === 'student' && { domain }),
        },
      })),
    ],
    [
      `PATCH /admin/block-unblock-${role}`,
      everyone(({ people }) => ({ body: { id: people[role], action: 'block' } })),
    ],
    [
      `PUT /admin/undo-block-${role}`,
      {
        before: (app, { people }) => block(app, role, people[role]),
        ...everyone(({ people }) => ({ body: { value: { id: people[role] } } })),
      },
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
