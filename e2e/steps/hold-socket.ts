import type { Page } from '@playwright/test'

/** What the server says to one page, which can be kept back for a while and loses nothing. */
export type HeldSocket = { hold: () => void; release: () => void }

/** Puts a hand on a page's line to the server; to be called before the page is opened. */
export async function holdSocket(page: Page): Promise<HeldSocket> {
  let held: (() => void)[] | undefined
  await page.routeWebSocket(/socket\.io/, (socket) => {
    socket.connectToServer().onMessage((message) => {
      const pass = () => socket.send(message)
      if (held) held.push(pass)
      else pass()
    })
  })
  return {
    hold: () => {
      held = []
    },
    release: () => {
      for (const pass of held ?? []) pass()
      held = undefined
    },
  }
}
