// node chat.mjs — passes events on to the incoming webhook of a Slack-shaped chat, in CHAT_URL
import { createServer } from 'node:http'
import { Webhook } from 'standardwebhooks'

const webhook = new Webhook(process.env.WEBHOOK_SECRET)
const who = ({ student, reviewer, name }) => student?.name ?? reviewer?.name ?? name ?? ''
const when = ({ day, date, time, slot_time }) => [day ?? date, time ?? slot_time].join(' ')
const safe = (text) => text.replace(/[<>&]/g, '').trim()

createServer(async (request, response) => {
  try {
    const { type, data } = webhook.verify(Buffer.concat(await request.toArray()), request.headers)
    const body = JSON.stringify({ text: safe(`*${type}*: ${who(data)} ${when(data)}`) })
    const headers = { 'content-type': 'application/json' }
    const chat = await fetch(process.env.CHAT_URL, { method: 'POST', headers, body })
    response.writeHead(chat.ok ? 204 : 502).end()
  } catch {
    response.writeHead(401).end()
  }
}).listen(Number(process.env.PORT ?? 8080), '127.0.0.1')
