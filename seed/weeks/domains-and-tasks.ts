import { defaultSortingLanguage } from '#contract/kit/text/sorting-languages.ts'
import { minuteMs } from '#contract/kit/time/durations.ts'
import { exampleRubric } from '#contract/rubrics/example-rubric.ts'
import { computeDomainKeys } from '#server/database/list/search-and-sort-keys.ts'
import type { Tables } from '#server/database/tables.ts'
import { toCriterion } from '#server/rubrics/actions.ts'
import type { Curriculum } from '../curricula/curriculum.ts'
import { dataAnalysis } from '../curricula/data-analysis.ts'
import { mobileDevelopment } from '../curricula/mobile-development.ts'
import { webDevelopment } from '../curricula/web-development.ts'
import { makeIdAt, type Random } from '../random.ts'

/** The first is the demo student's. */
const curricula: Curriculum[] = [webDevelopment, mobileDevelopment, dataAnalysis]

const webRubric = JSON.stringify(exampleRubric.criteria.map(toCriterion))

/** A domain with a task for each week, and the curriculum they come from. */
export type Course = { domain: Tables['domains']; tasks: Tables['tasks'][]; curriculum: Curriculum }

/** Makes the courses, created one after the other from `since` on. */
export function makeCourses(random: Random, since: number): Course[] {
  let now = since
  return curricula.map((curriculum) => {
    now += 5 * minuteMs
    const domain = {
      id: makeIdAt(random, now),
      name: curriculum.name,
      ...computeDomainKeys(curriculum, defaultSortingLanguage),
      created_at: now,
      archived_at: null,
      last_week: null,
      rubric: curriculum === webDevelopment ? webRubric : null,
    }
    const tasks = curriculum.weeks.map((week, index) => {
      now += 12 * minuteMs
      return {
        id: makeIdAt(random, now),
        domain_id: domain.id,
        week: index + 1,
        personal_development: JSON.stringify(week.personalDevelopmentWorkout),
        technical: JSON.stringify(week.technicalWorkouts),
        miscellaneous: JSON.stringify(week.miscellaneousWorkouts),
        created_at: now,
      }
    })
    return { domain, tasks, curriculum }
  })
}
