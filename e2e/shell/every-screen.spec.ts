import { judgeLooks, judgeOnPhone } from '../judge/looks.ts'
import { judgeText } from '../judge/text.ts'
import { test } from '../kit/school.ts'
import { beginWalk, openScreen, walks } from '../kit/screens.ts'

for (const walk of walks) {
  test(
    `${walk.which} is without fault for axe, and shows its text whole, for a pointer and for fingers`,
    {
      tag: walk.tags,
    },
    async ({ page, school }, { project }) => {
      // An admin has fourteen of them, each looked at twice.
      test.slow()
      for (const screen of await beginWalk(page, school, walk)) {
        await openScreen(page, screen)
        await judgeLooks(page, `${project.name}-${screen.name}`)
        await judgeText(page, screen.name)
        await judgeOnPhone(page, screen.name)
      }
    },
  )
}
