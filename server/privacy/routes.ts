import type { FastifyInstance } from 'fastify'
import { getDateInZone } from '#contract/kit/time/zone.ts'
import { peopleRefusals } from '#contract/people/people.ts'
import { erasePerson, formatErasedMessage } from '#contract/privacy/erase-person.ts'
import { getOwnData, getPersonData } from '#contract/privacy/privacy.ts'
import { roles } from '#contract/roles.ts'
import { Refused } from '#server/kit/call/refused.ts'
import { serve, serveFile } from '#server/kit/call/serve.ts'
import type { Context } from '#server/kit/context.ts'
import * as erasing from './erase-person.ts'
import { writePersonData } from './person-data.ts'
import { readDataSubject } from './queries.ts'

export function privacyRoutes(app: FastifyInstance, context: Context): void {
  for (const role of roles) {
    serveFile(app, context, getOwnData[role], ({ context, session }) =>
      toFile(context, 'my-data', session.personId, { isForStaff: false }),
    )
  }
  serveFile(app, context, getPersonData, ({ context, query }) =>
    toFile(context, 'person-data', query.id, { isForStaff: true }),
  )
  serve(app, context, erasePerson, async ({ context, session, body }) => {
    const name = await erasing.erasePerson(context, session.personId, body.value)
    return { message: formatErasedMessage(name), name }
  })
}

/** The file of a person's data. Refuses an unknown person and one who is erased (404). */
function toFile(context: Context, name: string, personId: string, reader: DataReader) {
  const date = getDateInZone(context.clock(), context.settings.timeZone)
  return {
    name: `${name}-${date}.json`,
    type: 'application/json; charset=utf-8',
    content: readFile(context, personId, reader),
  }
}

type DataReader = { isForStaff: boolean }

async function* readFile(
  context: Context,
  personId: string,
  reader: DataReader,
): AsyncGenerator<string, void> {
  const person = await readDataSubject(context.db, { id: personId })
  if (!person) throw new Refused(peopleRefusals.unknownPerson)
  yield* writePersonData(context, person, reader)
}
