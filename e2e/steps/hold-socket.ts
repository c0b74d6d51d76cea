import type { Page } from '@playwright/test'

/** The server's messages to a page, which can be held back and are not lost. */
export type HeldSocket = { hold: () => void; release: () => void }

/** Intercepts a page's socket. Call it before opening the page. */
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
