import { exportFormats } from '#contract/exports.ts'
import { dayMs } from '#contract/kit/time/durations.ts'
import { getDateInZone } from '#contract/kit/time/zone.ts'
import { failedLoginsAllowed } from '#contract/limits/accounts.ts'
import { type ProfileRole, profileRoles } from '#contract/roles.ts'
import { toLockoutId } from '#server/accounts/lockouts/actions.ts'
import { newId, newSecret } from '#server/kit/id.ts'
import { getOrCreateSecretKey } from '#server/kit/secret-keys.ts'
import { makePerson, type WithContext } from '#test/factories.ts'
import { makeCriterion } from '#test/schools/rubrics.ts'
import {
  getInvitedId,
  type KnownCall,
  makeAbsence,
  makeInvitedStudent,
  reachesEveryone,
  secondFactor,
  switchOnSecondFactor,
} from '../describe-call.ts'
import type { RelatedPeople } from '../related-people.ts'
import { schoolSettings, unreachableMailServer } from '../school-set-up-calls.ts'
import { blockPerson, bulkCalls, makePausedStudent } from './bulk-actions.ts'

const getMailId = ({ review }: RelatedPeople) => `mail-of-${review}`
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
async function lockOut({ context }: WithContext, email: string): Promise<void> {
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
  '# Week 1\n## Personal development\n- Read\n## Technical\n- Write\n## Miscellaneous\n- Rest'

const exported = ['students', 'advisors', 'reviewers', 'reviews', 'trail', 'hours']
const exportCalls = exported.flatMap((list) =>
  exportFormats.map((format): [string, KnownCall] => [
    `GET /admin/export/${list}.${format}`,
    reachesEveryone(),
  ]),
)
/** An admin beside the caller, by the id of the group's review. */
const getOtherAdminId = ({ review }: RelatedPeople) => `other-admin-of-${review}`
const onOtherAdmin: Omit<KnownCall, 'input'> = {
  before: (app, of) => makePerson(app, 'admin', { id: getOtherAdminId(of) }),
  reaches: 'everyone',
}

const callsOnAdmins: [string, KnownCall][] = [
  ['GET /admin/all-admin', reachesEveryone()],
  [
    'POST /admin/add-admin',
    reachesEveryone(({ review }) => ({ body: { name: 'Ana', email: `admin-${review}@new.test` } })),
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
      ...reachesEveryone((of) => ({
        body: { value: { id: getOtherAdminId(of), handOver: false } },
      })),
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
      ...reachesEveryone((of) => ({ body: { id: getOtherAdminId(of) } })),
    },
  ],
]

const getImportId = ({ review }: RelatedPeople) => `import-of-${review}`
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
  [
    'GET /admin/touched-by-block',
    reachesEveryone(({ people }) => ({ query: { id: people.reviewer } })),
  ],
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
      ...reachesEveryone(({ people }) => ({
        body: { value: { id: people.student, name: 'Somebody Gone' } },
      })),
    },
  ],
  ['GET /admin/person-data', reachesEveryone(({ people }) => ({ query: { id: people.advisor } }))],
  [
    'POST /admin/import-people',
    reachesEveryone(({ review }) => ({
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
  ['GET /admin/imports', reachesEveryone(() => ({ query: { role: 'student' } }))],
  [
    'PUT /admin/undo-import',
    {
      before: importOne,
      ...reachesEveryone((of) => ({ body: { value: { _id: getImportId(of) } } })),
    },
  ],
  [
    'PUT /admin/revoke-invitation',
    {
      before: makeInvitedStudent,
      ...reachesEveryone((of) => ({ body: { value: { id: getInvitedId(of) } } })),
    },
  ],
  [
    'PUT /admin/change-role',
    {
      before: makeInvitedStudent,
      ...reachesEveryone((of) => ({ body: { value: { id: getInvitedId(of), role: 'advisor' } } })),
    },
  ],
  ...callsOnAdmins,
  ['GET /admin/person', reachesEveryone(({ people }) => ({ query: { id: people.advisor } }))],
  [
    'GET /admin/person-sessions',
    reachesEveryone(({ people }) => ({ query: { person: people.student } })),
  ],
  [
    'PUT /admin/end-person-sessions',
    reachesEveryone(({ people, sessions }) => ({
      body: { value: { id: people.student, session: sessions.student } },
    })),
  ],
  [
    'GET /admin/person-tokens',
    reachesEveryone(({ people }) => ({ query: { person: people.student } })),
  ],
  [
    'PUT /admin/end-person-token',
    reachesEveryone(({ people, apiTokens }) => ({
      body: { value: { id: people.student, token: apiTokens.student } },
    })),
  ],
  [
    'GET /admin/person-reviews',
    reachesEveryone(({ people }) => ({ query: { person: people.reviewer } })),
  ],
  [
    'GET /admin/absences',
    reachesEveryone(({ people }) => ({ query: { reviewer: people.reviewer } })),
  ],
  [
    'PUT /admin/absence',
    reachesEveryone(({ people, now }) => {
      const date = getDateInZone(now, 'America/New_York')
      const value = { reviewer: people.reviewer, from: date, to: date, reason: 'Ill' }
      return { body: { value: { ...value, confirm: true } } }
    }),
  ],
  [
    'PUT /admin/withdraw-absence',
    {
      before: makeAbsence,
      ...reachesEveryone(({ people, domain }) => ({
        body: { value: { reviewer: people.reviewer, id: `absence-${domain}` } },
      })),
    },
  ],
  [
    'PUT /admin/withdraw-absence',
    {
      before: makeAbsence,
      ...reachesEveryone(({ people, domain }) => ({
        body: { value: { reviewer: people.reviewer, id: `absence-${domain}`, undo: true } },
      })),
    },
  ],
  [
    'PUT /admin/pause-student',
    reachesEveryone(({ people, now }) => {
      const until = getDateInZone(now + 30 * dayMs, 'America/New_York')
      return { body: { value: { id: people.student, reason: 'Ill', until } } }
    }),
  ],
  [
    'PUT /admin/resume-student',
    {
      before: makePausedStudent,
      ...reachesEveryone(({ people }) => ({ body: { value: { id: people.student, undo: true } } })),
    },
  ],
  ['GET /admin/student', reachesEveryone(({ people }) => ({ query: { id: people.student } }))],
  [
    'GET /admin/student-reviews',
    reachesEveryone(({ people }) => ({ query: { student: people.student } })),
  ],
  ['GET /admin/review', reachesEveryone(({ review }) => ({ query: { id: review } }))],
  [
    'GET /admin/calendar',
    reachesEveryone(({ people }) => ({ query: { reviewer: people.reviewer } })),
  ],
  ['GET /admin/calendar-absences', reachesEveryone()],
  ['GET /admin/calendar-days', reachesEveryone()],
  [
    'GET /admin/calendar-load',
    reachesEveryone(({ people }) => ({ query: { reviewer: people.reviewer } })),
  ],
  ['GET /admin/summary', reachesEveryone()],
  [
    'GET /admin/insight',
    reachesEveryone(({ domain }) => ({ query: { domain, from: '2026-02-01', to: '2026-03-31' } })),
  ],
  ['GET /admin/insight', reachesEveryone()],
  [
    'GET /admin/hours',
    reachesEveryone(() => ({ query: { from: '2026-03-01', to: '2026-03-07' } })),
  ],
  ['GET /admin/health', reachesEveryone()],
  ['GET /admin/school-settings', reachesEveryone()],
  [
    'GET /admin/touched-by-holiday',
    reachesEveryone(() => ({ query: { from: '2026-03-01', to: '2026-12-31' } })),
  ],
  [
    'PUT /admin/school-settings',
    {
      before: async ({ context: { db } }) => {
        await db.deleteFrom('school_settings').execute()
        // The language of the stored sort keys.
        await db.deleteFrom('facts').execute()
      },
      ...reachesEveryone(() => ({ body: { value: otherSettings } })),
    },
  ],
  [
    'POST /admin/try-mail-server',
    {
      // Created with the first mail.
      before: ({ context }) => getOrCreateSecretKey(context.db, 'unsubscribe-key', newSecret),
      ...reachesEveryone(() => ({ body: unreachableMailServer })),
    },
  ],
  ['GET /admin/people-in-need', reachesEveryone()],
  [
    'PUT /admin/remind',
    {
      before: ({ context }, { waiting, now }) =>
        context.db
          .updateTable('reviews')
          .set({ due_at: now - dayMs })
          .where('id', '=', waiting)
          .execute(),
      ...reachesEveryone(({ people }) => ({ body: { value: { advisor: people.advisor } } })),
    },
  ],
  ['GET /admin/students-at-risk', reachesEveryone()],
  ['GET /admin/absent-people', reachesEveryone()],
  ['GET /admin/trail', reachesEveryone()],
  ...exportCalls,
  ['GET /admin/export/tasks.md', reachesEveryone(({ domain }) => ({ query: { domain } }))],
  [
    'POST /admin/import-tasks',
    reachesEveryone(({ domain }) => ({ body: { value: { domain, text: course, apply: 'all' } } })),
  ],
  ['GET /admin/mails', reachesEveryone()],
  ['GET /admin/waiting', reachesEveryone()],
  [
    'PUT /admin/send-mail-again',
    { before: waitingMail, ...reachesEveryone((of) => ({ body: { id: getMailId(of) } })) },
  ],
  ['POST /admin/send-test-mail', reachesEveryone()],
  ['GET /admin/locks', reachesEveryone()],
  [
    'POST /admin/end-lock',
    {
      before: (app, { people }) => lockOut(app, emailOfLocked(people.student)),
      ...reachesEveryone(({ people }) => ({
        body: { id: toLockoutId({ email: emailOfLocked(people.student), network: '192.0.2.7' }) },
      })),
    },
  ],
  ['GET /admin/second-factor-roles', reachesEveryone()],
  ['PUT /admin/second-factor-roles', reachesEveryone(() => ({ body: { roles: [] } }))],
  [
    'POST /admin/add-domain',
    reachesEveryone(({ review }) => ({ body: { name: `Domain of ${review}` } })),
  ],
  [
    'PUT /admin/edit-domain',
    reachesEveryone(({ domain }) => ({
      body: { value: { id: domain, name: `Renamed ${domain}`, isArchived: true, lastWeek: 12 } },
    })),
  ],
  [
    'POST /admin/copy-domain',
    reachesEveryone(({ domain }) => ({
      body: { value: { id: domain, name: `Copy of ${domain}` } },
    })),
  ],
  ['GET /admin/domain-people', reachesEveryone(({ domain }) => ({ query: { id: domain } }))],
  ['GET /admin/rubric', reachesEveryone(({ domain }) => ({ query: { domain } }))],
  [
    'PUT /admin/rubric',
    reachesEveryone(({ domain }) => ({
      query: { domain },
      body: { criteria: [makeCriterion('Correctness', 'code', 100)] },
    })),
  ],
  ['GET /admin/all-domain', reachesEveryone()],
  [
    'POST /admin/add-task',
    reachesEveryone(({ domain }) => ({ body: { weekNo: 7, domain, ...workouts } })),
  ],
  [
    'PUT /admin/edit-task',
    reachesEveryone(({ task }) => ({ body: { id: task, value: { week: 8, ...workouts } } })),
  ],
  [
    'PUT /admin/move-task',
    reachesEveryone(({ task }) => ({
      body: { value: { id: task, week: 9, confirm: true, swap: true } },
    })),
  ],
  [
    'PUT /admin/remove-task',
    reachesEveryone(({ task }) => ({ body: { value: { id: task, confirm: true } } })),
  ],
  ['GET /admin/all-task', reachesEveryone(({ domain }) => ({ query: { domain } }))],
  ['GET /admin/find-task', reachesEveryone(() => ({ query: { search: 'domain 1' } }))],
  ['GET /admin/task', reachesEveryone(({ task }) => ({ query: { id: task } }))],
  ...bulkCalls,
]

function peopleCalls(role: ProfileRole): [string, KnownCall][] {
  return [
    [
      `POST /admin/add-${role}`,
      reachesEveryone(({ review, domain }) => ({
        body: {
          name: 'Ana',
          email: `${role}-${review}@new.test`,
          ...(role === 'student' && { domain }),
        },
      })),
    ],
    [
      `PATCH /admin/block-unblock-${role}`,
      reachesEveryone(({ people }) => ({ body: { id: people[role], action: 'block' } })),
    ],
    [
      `PUT /admin/undo-block-${role}`,
      {
        before: (app, { people }) => blockPerson(app, role, people[role]),
        ...reachesEveryone(({ people }) => ({ body: { value: { id: people[role] } } })),
      },
    ],
    [`GET /admin/all-${role}`, reachesEveryone()],
    [
      `POST /admin/reset-password-${role}`,
      reachesEveryone(({ people }) => ({ body: { id: people[role] } })),
    ],
    [
      `POST /admin/reset-second-factor-${role}`,
      {
        before: secondFactor(role, true),
        ...reachesEveryone(({ people }) => ({ body: { id: people[role] } })),
      },
    ],
  ]
}
