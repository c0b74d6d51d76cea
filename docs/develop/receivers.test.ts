import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { Webhook } from 'standardwebhooks'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { testEvent, webhookEvents } from '#contract/webhooks/events.ts'
import { makeWebhookSecret } from '#server/webhooks/sending/sign.ts'

const folder = join(import.meta.dirname, 'receivers')
const programs = [
  ['receiver.mjs', process.execPath],
  ['receiver.py', 'python3'],
  ['chat.mjs', process.execPath],
] as const
const secret = makeWebhookSecret()
const booked = {
  type: 'review.booked',
  timestamp: '2026-03-02T17:00:00.000Z',
  data: {
    _id: 'review-1',
    student: { name: 'Sofía' },
    startsAt: '2026-03-03T18:00:00.000Z',
    reviewer: { name: 'Priya <Nair>' },
    previous: null,
  },
}
const { startsAt, reviewer } = booked.data
const cancelled = {
  ...booked,
  type: 'review.cancelled',
  data: { ...booked.data, startsAt: null, reviewer: null, previous: { startsAt, reviewer } },
}
const weekChanged = {
  ...booked,
  type: 'student.week-changed',
  data: { _id: 'ana', name: 'Ana Lima' },
}
const tested = { ...booked, type: 'webhook.test', data: { _id: 'hook' } }

/** A port that is free now. */
async function findPort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // A server on a port has an address with a port.
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** A chat that keeps its lines. */
async function startChat() {
  const lines: unknown[] = []
  const server = createServer(async (request, response) => {
    lines.push(JSON.parse(Buffer.concat(await request.toArray()).toString()))
    response.end('ok')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  // A server on a port has an address with a port.
  return { lines, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` }
}

async function startReceiver(file: string, program: string, more: Record<string, string> = {}) {
  const port = await findPort()
  const env = { ...process.env, ...more, WEBHOOK_SECRET: secret, PORT: String(port) }
  const running = spawn(program, [join(folder, file)], { env })
  onTestFinished(() => void running.kill())
  let said = ''
  running.stdout.on('data', (part) => {
    said += part
  })
  const send = async (signedBy: string, event: object = booked, id = 'event-1') => {
    const body = JSON.stringify(event)
    const at = new Date()
    const headers = {
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': `v1,bm9uZQ== ${new Webhook(signedBy).sign(id, at, body)}`,
    }
    for (;;) {
      const answer = await fetch(`http://127.0.0.1:${port}/`, {
        method: 'POST',
        headers,
        body,
      }).catch(() => undefined)
      if (answer) return answer.status
      if (running.exitCode !== null) throw new Error(`${file} ended`)
      await setTimeout(50)
    }
  }
  return { send, said: () => said }
}

test.each(programs)(
  'the example %s takes what is signed, and refuses the rest',
  { timeout: 60_000 },
  async (file, program) => {
    const chat = await startChat()
    const { send, said } = await startReceiver(file, program, {
      CHAT_URL: chat.url,
      TZ: 'America/New_York',
    })
    expect(await send(secret)).toBe(204)
    expect(await send(makeWebhookSecret())).toBe(401)
    if (file === 'chat.mjs') {
      for (const event of [cancelled, weekChanged, tested]) await send(secret, event)
      expect(chat.lines.map(toText)).toEqual([
        'Review booked: Sofía with Priya Nair, Mar 3, 2026, 1:00 PM',
        'Review cancelled: Sofía with Priya Nair, Mar 3, 2026, 1:00 PM',
        'Student week changed: Ana Lima',
        'Webhook test',
      ])
      return
    }
    expect(await send(secret)).toBe(204)
    expect(said().trim()).toBe('2026-03-02T17:00:00.000Z review.booked review-1')
  },
)

/** The text of a chat's line, with plain spaces before AM and PM. */
const toText = (line: unknown) =>
  z.object({ text: z.string() }).parse(line).text.replaceAll('\u202f', ' ')

test('the manual shows the example in Node as it is tested, and names the others', () => {
  const page = readFileSync(join(import.meta.dirname, 'webhooks.md'), 'utf8')
  const code = readFileSync(join(folder, 'receiver.mjs'), 'utf8')
  expect(page).toContain(`\`\`\`js\n${code}\`\`\`\n`)
  for (const [file] of programs) expect(page).toContain(`\`${file}\``)
})

test('the manual lists each event', () => {
  const page = readFileSync(join(import.meta.dirname, 'webhooks.md'), 'utf8')
  for (const event of [...webhookEvents, testEvent]) expect(page).toContain(`\`${event}\``)
})
