import { sidewaysOverflow } from './looks.ts'
import { expect, test } from './school.ts'
import { beginWalk, openScreen, walks } from './screens.ts'
import { onPhone } from './tags.ts'

for (const walk of walks) {
  test(`${walk.which} fits the width of a small phone`, { tag: [onPhone, ...walk.tags] }, async ({
    page,
    school,
  }) => {
    for (const screen of await beginWalk(page, school, walk)) {
      await openScreen(page, screen)
      expect.soft(await sidewaysOverflow(page), `${screen.name} scrolls sideways`).toBe(0)
    }
  })
}
