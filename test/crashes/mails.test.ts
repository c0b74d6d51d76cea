import { expect, test } from 'vitest'
import { hashSecret } from '#server/kit/id.ts'
import { countRepeatedMails, findMailProblems, type Outbox, type ServerRun } from './mails.ts'

const mail = (id: string, recipient = 'ana') => ({
  id,
  recipient,
  link: `http://school.test/set-password/secret-${id}`,
})

const row = (id: string, recipient: string) => ({
  id,
  recipient,
  isLink: true,
  isSent: true,
  isDropped: false,
})

/** Ana is invited twice and Ben once. The server is killed after sending the second mail. */
function clean(): { outbox: Outbox; runs: [ServerRun, ServerRun] } {
  return {
    outbox: {
      mails: [row('1', 'ana'), row('2', 'ben'), row('3', 'ana')],
      invitations: [
        { email: 'ana', secretHash: hashSecret('secret-3') },
        { email: 'ben', secretHash: hashSecret('secret-2') },
      ],
    },
    runs: [
      { arrived: [mail('1'), mail('2', 'ben')], wasKilled: true },
      { arrived: [mail('2', 'ben'), mail('3')], wasKilled: false },
    ],
  }
}

test('every email arrives, twice only if a kill came between sending and recording it', () => {
  const { outbox, runs } = clean()
  expect(findMailProblems(outbox, runs, 1)).toEqual([])
  expect(countRepeatedMails(runs)).toBe(1)
})

test('any of the emails in progress may arrive twice', () => {
  const { outbox, runs } = clean()
  runs[1].arrived.unshift(mail('1'))
  expect(findMailProblems(outbox, runs, 1).join()).toContain('email 1 was sent again')
  expect(findMailProblems(outbox, runs, 2)).toEqual([])
})

test('an email replaced by a newer one need not arrive', () => {
  const { outbox, runs } = clean()
  set(outbox.mails[0], { isSent: false, isDropped: true })
  runs[0].arrived.shift()
  expect(findMailProblems(outbox, runs, 1)).toEqual([])
})

type Draft = ReturnType<typeof clean>

test.each<[string, (draft: Draft) => void, string]>([
  [
    'an email that was not sent',
    ({ outbox }) => set(outbox.mails[2], { isSent: false }),
    'email 3 was not sent',
  ],
  ['an email that did not arrive', ({ runs }) => runs[1].arrived.pop(), 'email 3 did not arrive'],
  [
    'an email sent twice in one life',
    ({ runs }) => runs[1].arrived.push(mail('3')),
    'email 3 was sent again',
  ],
  [
    'an email sent again that was noted long before the kill',
    ({ runs }) => runs[1].arrived.push(mail('1')),
    'email 1 was sent again',
  ],
  [
    'an email sent again though nobody was killed',
    ({ runs }) => set(runs[0], { wasKilled: false }),
    'email 2 was sent again',
  ],
  [
    'an email of an invitation that was taken back',
    ({ runs }) => runs[1].arrived.push(mail('9')),
    'email 9 to ana is in no outbox',
  ],
  [
    'an email to somebody else',
    ({ runs }) => set(runs[1].arrived[1], { recipient: 'eve' }),
    'email 3 to eve is in no outbox',
  ],
  [
    'one link in two emails',
    ({ runs }) => set(runs[1].arrived[1], { link: mail('1').link }),
    'two emails to ana have one link',
  ],
  [
    'a link that is not good',
    ({ outbox }) => set(outbox.invitations[0], { secretHash: hashSecret('secret-1') }),
    'the newest link to ana is not good',
  ],
])('the checker finds %s', (_what, corrupt, wrong) => {
  const draft = clean()
  corrupt(draft)
  expect(findMailProblems(draft.outbox, draft.runs, 1).join('\n')).toContain(wrong)
})

function set<T extends object>(target: T | undefined, change: Partial<T>): void {
  Object.assign(target ?? {}, change)
}
