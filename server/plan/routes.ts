import type { FastifyInstance } from 'fastify'
import { bookPlan, getPlan, listBestSlots } from '#contract/plan.ts'
import { serve, serveLongComputation, serveRead } from '#server/kit/call/serve.ts'
import type { Context } from '#server/kit/context.ts'
import * as plans from './actions.ts'
import { makePlanner, type PlanLimits } from './planner.ts'
import { type AdvisorPlanInput, readSchoolProblem } from './read/read-problem.ts'

export function planRoutes(app: FastifyInstance, context: Context, limits: PlanLimits): void {
  const planner = makePlanner(
    limits,
    (wanted: AdvisorPlanInput[]) => readSchoolProblem(context, wanted),
    (error) => app.log.error({ err: error }, 'the plan worker stopped'),
  )
  app.addHook('onClose', planner.stop)

  serveLongComputation(app, context, getPlan, async ({ context, session, query }) => {
    const { lines, isBest } = await plans.planAdvisorReviews(
      context,
      planner,
      session.personId,
      query,
    )
    return { lines, stoppedEarly: !isBest }
  })

  for (const endpoint of Object.values(listBestSlots)) {
    serveRead(app, context, endpoint, ({ context, session, query }) =>
      plans.listBestSlots(context, session, query),
    )
  }

  serve(app, context, bookPlan, ({ context, session, body }) =>
    plans.bookPlan(context, session.personId, body.value),
  )
}
