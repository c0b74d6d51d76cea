import { listReviews } from '#contract/reviews.ts'
import { openSession } from '#test/accounts/session.ts'
import type { Figure, Part } from '../figure.ts'
import { figuresOf, inTurns } from '../load/load.ts'
import {
  type BenchSchool,
  busiestAdvisor,
  databaseKinds,
  openSchool,
  titles,
} from '../schools/schools.ts'
import { startBare, startWeekward } from '../servers/servers.ts'

const students = 10_000
const clients = 10
/** The first turn is longer: code that is asked all day has been compiled. */
const how = { rounds: 5, clients, seconds: 1.5, first: { clients, seconds: 3 } }
const aims = { perSecond: { atLeast: 0.7 }, p99: { atMost: 1.5 } }

/**
 * An advisor's newest 50 reviews in a school of 10,000 students and 100,000 reviews, beside a bare
 * server whose one statement looks the session up and makes the same bytes.
 */
export const readFloor: Part = {
  name: 'read-floor',
  async measure() {
    const figures: Figure[] = []
    for (const kind of databaseKinds) {
      const school = await openSchool(kind, students)
      figures.push(...(await measureOn(school)))
      await school.remove()
    }
    return figures
  },
}

async function measureOn(school: BenchSchool): Promise<Figure[]> {
  const token = await openSession(school.context, await busiestAdvisor(school))
  const [weekward, bare] = [await startWeekward(school), await startBare(school)]
  try {
    const ours = { url: `${weekward.url}${listReviews.advisor.path}?limit=50`, token }
    const other = { url: `${bare.url}/reviews`, token }
    await expectSameBytes(ours, other)
    const speeds = await inTurns(ours, other, how)
    return figuresOf(`50 reviews, ${titles[school.kind]}`, speeds, aims)
  } finally {
    await Promise.all([weekward.stop(), bare.stop()])
  }
}

type Asked = { url: string; token: string }

async function expectSameBytes(...asked: [Asked, Asked]): Promise<void> {
  const [one, other] = await Promise.all(
    asked.map(async ({ url, token }) => {
      const reply = await fetch(url, { headers: { authorization: token } })
      return reply.text()
    }),
  )
  if (one !== other) throw new Error('the bare server does not answer the same bytes')
}
