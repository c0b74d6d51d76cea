import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { Webhook } from 'standardwebhooks'
import { expect, onTestFinished, test } from 'vitest'
import { makeWebhookSecret } from '#server/webhooks/sign.ts'

const folder = join(import.meta.dirname, 'receivers')
const programs = [
  ['receiver.mjs', process.execPath],
  ['receiver.py', 'python3'],
  ['chat.mjs', process.execPath],
] as const
const secret = makeWebhookSecret()
const booked = {
  ...{ type: 'review.booked', timestamp: '2026-03-02T17:00:00.000Z' },
  data: { _id: 'review-1', student: { name: 'Sofía' }, day: '2026-03-03', time: '1:00 PM' },
}

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
  const send = async (signedBy: string, id = 'event-1') => {
    const body = JSON.stringify(booked)
    const at = new Date()
    const headers = {
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': `v1,bm9uZQ== ${new Webhook(signedBy).sign(id, at, body)}`,
    }
    for (;;) {
      const answer = await fetch(`http://127.0.0.1:${port}/`, {
        ...{ method: 'POST', headers, body },
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
    const { send, said } = await startReceiver(file, program, { CHAT_URL: chat.url })
    expect(await send(secret)).toBe(204)
    expect(await send(makeWebhookSecret())).toBe(401)
    if (file === 'chat.mjs') {
      expect(chat.lines).toEqual([{ text: '*review.booked*: Sofía 2026-03-03 1:00 PM' }])
      return
    }
    expect(await send(secret)).toBe(204)
    expect(said().trim()).toBe('2026-03-02T17:00:00.000Z review.booked review-1')
  },
)

test.each(programs)('the example %s has 20 lines', (file) => {
  expect(readFileSync(join(folder, file), 'utf8').trimEnd().split('\n').length).toBeLessThanOrEqual(
    20,
  )
})
