import { defaultLanguage } from '#contract/kit/text/language.ts'
import { minuteMs } from '#contract/kit/time/time.ts'
import { domainKeys } from '#server/database/list/order-keys.ts'
import type { Tables } from '#server/database/tables.ts'
import { dataAnalysis } from '../plans/data-analysis.ts'
import { mobileDevelopment } from '../plans/mobile-development.ts'
import type { DomainPlan } from '../plans/plan.ts'
import { webDevelopment } from '../plans/web-development.ts'
import { idAt, type Random } from '../random.ts'

/** The first is the demo student's. */
const plans: DomainPlan[] = [webDevelopment, mobileDevelopment, dataAnalysis]

/** A domain with its task a week, and the plan that they come from. */
export type Course = { domain: Tables['domains']; tasks: Tables['tasks'][]; plan: DomainPlan }

/** The courses, set up one after the other from an instant on. */
export function makeCourses(random: Random, since: number): Course[] {
  let now = since
  return plans.map((plan) => {
    now += 5 * minuteMs
    const domain = {
      id: idAt(random, now),
      name: plan.name,
      ...domainKeys(plan, defaultLanguage),
      created_at: now,
    }
    const tasks = plan.weeks.map((week, index) => {
      now += 12 * minuteMs
      return {
        id: idAt(random, now),
        domain_id: domain.id,
        week: index + 1,
        personal_development: JSON.stringify(week.personalDevelopmentWorkout),
        technical: JSON.stringify(week.technicalWorkouts),
        miscellaneous: JSON.stringify(week.miscellaneousWorkouts),
        created_at: now,
      }
    })
    return { domain, tasks, plan }
  })
}
