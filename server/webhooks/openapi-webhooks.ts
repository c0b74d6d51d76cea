import { z } from 'zod'
import {
  testEvent,
  webhookDataSchemas,
  webhookEventLabels,
  webhookEvents,
} from '#contract/webhooks/events.ts'

const nameByData = new Map<z.ZodType, string>([
  [webhookDataSchemas['review.booked'], 'WebhookReview'],
  [webhookDataSchemas['person.added'], 'WebhookPerson'],
  [webhookDataSchemas['person.erased'], 'WebhookFormerPerson'],
  [webhookDataSchemas['slot.added'], 'WebhookSlot'],
])

/** The part of the API's description (OpenAPI 3.1) about webhooks: each event with its payload. */
export function getOpenApiWebhooks() {
  return {
    schemas: Object.fromEntries(
      [...nameByData].map(([data, name]) => [
        name,
        JSON.parse(JSON.stringify(z.toJSONSchema(data))),
      ]),
    ),
    webhooks: Object.fromEntries([
      ...webhookEvents.map((event) => {
        const data = { $ref: `#/components/schemas/${nameByData.get(webhookDataSchemas[event])}` }
        return [event, describeEvent(event, webhookEventLabels[event], data)]
      }),
      [testEvent, describeEvent(testEvent, 'An admin sends a test event', testData)],
    ]),
  }
}

const text = { type: 'string' } as const
const testData = { type: 'object', required: ['_id'], properties: { _id: text } } as const

function describeEvent(event: string, summary: string, data: object) {
  const schema = {
    type: 'object',
    required: ['type', 'timestamp', 'data'],
    properties: { type: { const: event }, timestamp: { ...text, format: 'date-time' }, data },
  } as const
  return {
    post: {
      summary,
      tags: ['webhooks'],
      requestBody: { required: true, content: { 'application/json': { schema } } },
      responses: { '2XX': { description: 'The receiver has accepted the event' } },
    },
  }
}
