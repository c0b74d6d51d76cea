import { expect, onTestFinished, test, vi } from 'vitest'
import { defaultSettings, monday } from '#test/app.ts'
import { parseReceivedMail, startMailServerForTest } from '#test/mail/mails.ts'
import { defaultTryMs } from './mail-transport.ts'
import { makeThreadedTransport } from './threaded-transport.ts'

const picture = Buffer.from('\x89PNG\r\n\x1a\n and more', 'latin1')
const schoolLogo = { type: 'image/png' as const, content: picture, version: '0123456789abcdef' }

async function start() {
  const server = await startMailServerForTest()
  const errors: unknown[] = []
  const transport = makeThreadedTransport((error) => errors.push(error))
  onTestFinished(() => transport.stop())
  const school = { ...defaultSettings, schoolLogo }
  const sender = { from: 'no-reply@school.test', school, unsubscribeUrl: undefined }
  const about = { created_at: monday, attempts: 0, person_id: null, good_until: null }
  const carry = (id: string) =>
    transport.send({
      mail: {
        ...about,
        id,
        kind: 'test',
        recipient: `${id}@school.test`,
        subject: 'Hi',
        body: '{ "title": "Hi", "lines": ["there"] }',
      },
      sender,
      to: { smtpUrl: server.url },
      tryMs: defaultTryMs,
    })
  return { server, transport, carry, errors }
}

test('an email sent by the thread is complete, with the school’s logo', async () => {
  const { server, carry } = await start()
  expect(await carry('a')).toEqual({ isAccepted: true, answer: expect.stringMatching(/^250 /) })
  const { subject, html, attachments } = await parseReceivedMail(server.mails[0] ?? { text: '' })
  expect([subject, html?.includes('cid:logo@weekward')]).toEqual(['Hi', true])
  expect(attachments[0]?.content).toBe(picture.toString('utf8'))
})

test('consecutive emails share one connection', async () => {
  const { server, carry } = await start()
  for (const id of ['a', 'b', 'c']) expect(await carry(id)).toMatchObject({ isAccepted: true })
  expect([server.mails.length, server.connected()]).toEqual([3, 1])
})

test('a stuck thread is terminated some seconds after the time of a try', async () => {
  const { server, transport, carry, errors } = await start()
  expect(await carry('a')).toMatchObject({ isAccepted: true })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  let isHeld = () => {}
  const held = new Promise<void>((resolve) => {
    isHeld = resolve
  })
  server.trouble.whileReading = () => {
    isHeld()
    return new Promise<void>(() => {})
  }
  const stuck = carry('b')
  await held
  vi.advanceTimersByTime(defaultTryMs + 10_000)
  expect(await stuck).toMatchObject({ isAccepted: false, isPermanent: false })
  expect(errors).toMatchObject([{ message: 'The mail worker is stuck' }])
  await transport.stop()
})

test('permanent failures are distinguished from temporary ones', async () => {
  const { server, carry } = await start()
  server.trouble.recipient = { code: 550, text: '5.1.1 No such user' }
  const reason = expect.stringContaining('No such user')
  expect(await carry('a')).toEqual({ isAccepted: false, reason, isPermanent: true })
  server.trouble.recipient = { code: 451, text: '4.2.1 Later' }
  expect(await carry('b')).toMatchObject({ isAccepted: false, isPermanent: false })
})

test('emails in progress when the thread ends are retried, and the next email starts a new thread', async () => {
  const { server, transport, carry, errors } = await start()
  let held = 0
  server.trouble.whileReading = () =>
    new Promise<void>(() => {
      held += 1
    })
  const cut = carry('a')
  await vi.waitFor(() => expect(held).toBe(1), 30_000)
  await transport.stop()
  expect(await cut).toEqual({
    isAccepted: false,
    isPermanent: false,
    reason: 'The mail worker stopped while sending',
  })
  server.trouble.whileReading = async () => {}
  expect(await carry('b')).toMatchObject({ isAccepted: true })
  expect(errors).toEqual([])
})
