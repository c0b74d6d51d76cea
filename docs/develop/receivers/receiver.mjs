// node receiver.mjs — needs `npm install standardwebhooks` and the secret in WEBHOOK_SECRET
import { createServer } from 'node:http'
import { Webhook } from 'standardwebhooks'

const webhook = new Webhook(process.env.WEBHOOK_SECRET)
const seen = new Set()

createServer(async (request, response) => {
  const body = Buffer.concat(await request.toArray()).toString()
  try {
    const { type, timestamp, data } = webhook.verify(body, request.headers)
    const id = request.headers['webhook-id']
    if (!seen.has(id)) console.log(timestamp, type, data._id)
    seen.add(id)
    response.writeHead(204).end()
  } catch {
    response.writeHead(401).end()
  }
}).listen(Number(process.env.PORT ?? 8080), '127.0.0.1')
