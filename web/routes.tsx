import type { RouteObject } from 'react-router'
import { saveDrafts } from '#web/kit/form/draft/keep-through-reload.ts'
import { ChunkLoadError } from '#web/kit/lazy/import-chunk.ts'
import { publicScreens, roleScreens, type Screen } from './screen-registry.ts'
import { ErrorPage } from './shell/errors/error-page.tsx'
import { CardPageError, ScreenError } from './shell/errors/missing-code-error.tsx'
import { NotFoundPage } from './shell/errors/not-found-page.tsx'
import { Area } from './shell/frame/area.tsx'
import { Root } from './shell/root-providers.tsx'

/** A route whose code is loaded when it is opened. */
function toRoute({ path, load }: Screen): RouteObject {
  return { path, lazy: async () => ({ Component: await fetchScreen(load) }) }
}

/**
 * Loads a screen's code. If that fails, drafts are stored first: the previous screen is still open,
 * and the page may be reloaded.
 */
async function fetchScreen(load: Screen['load']) {
  try {
    return await load()
  } catch (error) {
    if (error instanceof ChunkLoadError) saveDrafts()
    throw error
  }
}

/**
 * All screens by path, inside their layout (specification, section 2). The error elements for
 * missing code are one level up: the router renders nothing in place of a route whose own code is
 * missing.
 */
export const routes: RouteObject[] = [
  {
    element: <Root />,
    errorElement: <ErrorPage />,
    HydrateFallback: () => null,
    children: [
      { errorElement: <CardPageError />, children: publicScreens.map(toRoute) },
      {
        element: <Area />,
        errorElement: <CardPageError />,
        children: [
          {
            errorElement: <ScreenError />,
            children: [...roleScreens.map(toRoute), { path: '*', element: <NotFoundPage /> }],
          },
        ],
      },
    ],
  },
]
