import type { FastifyInstance } from 'fastify'
import { editPerson, personSavedMessage } from '#contract/people/edit-person.ts'
import { editProfile } from '#contract/people/edit-profile.ts'
import { getPerson, getStudent, listPeople } from '#contract/people/people.ts'
import { getProfile } from '#contract/people/profile.ts'
import { abilities, roles } from '#contract/roles.ts'
import { serve, serveList, serveRead } from '#server/kit/call/serve.ts'
import type { Context } from '#server/kit/context.ts'
import * as people from './list.ts'
import * as profile from './own-profile.ts'

export function peopleRoutes(
  app: FastifyInstance,
  context: Context,
  knownElsewhere: people.PeopleDependencies,
): void {
  for (const role of abilities['keep a profile']) {
    serveRead(app, context, getProfile[role], ({ context, session }) =>
      profile.getProfile(context, session),
    )

    serve(app, context, editProfile[role], ({ context, session, body }) =>
      profile.editProfile(context, session, body),
    )
  }
  for (const role of roles) {
    serve(app, context, editPerson[role], async ({ context, session, body }) => {
      const inviteUrl = await knownElsewhere.editPerson(context, session.personId, role, body.value)
      const user = await people.getListedPerson(context, role, body.value.id)
      return { message: personSavedMessage, user, ...(inviteUrl !== undefined && { inviteUrl }) }
    })

    serveList(app, context, listPeople[role], ({ context, query }) =>
      people.listPeople(context, role, query, knownElsewhere),
    )
  }
  serveRead(app, context, getPerson, ({ context, query }) =>
    people.getPerson(context, query.id, knownElsewhere),
  )
  serveRead(app, context, getStudent, ({ context, query }) =>
    people.getListedPerson(context, 'student', query.id),
  )
}
