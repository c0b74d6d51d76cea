// node chat.mjs — passes events on to the incoming webhook of a Slack-shaped chat, in CHAT_URL
import { createServer } from 'node:http'
import { Webhook } from 'standardwebhooks'

const webhook = new Webhook(process.env.WEBHOOK_SECRET)
// In the time zone of the variable TZ.
const format = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' })
const words = (type) => (type[0].toUpperCase() + type.slice(1)).replaceAll(/[.-]/g, ' ')
const safe = (text) => text.replaceAll(/[<>&]/g, '')

/** Such as 'Review booked: Sofía Demir with Priya Nair, Mar 3, 2026, 1:00 PM'. */
function toSentence({ type, data: { name, student, reviewer, startsAt, previous } }) {
  const slot = startsAt ? { reviewer, startsAt } : previous
  const people = [student?.name ?? name, slot?.reviewer.name].filter(Boolean).join(' with ')
  const details = [people, slot && format.format(new Date(slot.startsAt))].filter(Boolean)
  return safe([words(type), details.join(', ')].filter(Boolean).join(': '))
}

createServer(async (request, response) => {
  try {
    const event = webhook.verify(Buffer.concat(await request.toArray()), request.headers)
    const body = JSON.stringify({ text: toSentence(event) })
    const headers = { 'content-type': 'application/json' }
    const chat = await fetch(process.env.CHAT_URL, { method: 'POST', headers, body })
    response.writeHead(chat.ok ? 204 : 502).end()
  } catch {
    response.writeHead(401).end()
  }
}).listen(Number(process.env.PORT ?? 8080), '127.0.0.1')
