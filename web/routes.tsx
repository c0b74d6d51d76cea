import type { RouteObject } from 'react-router'
import { saveDraft } from '#web/kit/form/draft/draft.ts'
import { ChunkLoadError } from '#web/kit/lazy/import-chunk.ts'
import { publicScreens, roleScreens, type Screen } from './screen-registry.ts'
import { ErrorPage } from './shell/errors/error-page.tsx'
import { NotFoundPage } from './shell/errors/not-found-page.tsx'
import { CardError, ScreenError } from './shell/errors/screen-error.tsx'
import { Area } from './shell/frame/area.tsx'
import { Root } from './shell/root.tsx'

/** A screen whose code is fetched when somebody goes there. */
function toRoute({ path, load }: Screen): RouteObject {
  return { path, lazy: async () => ({ Component: await fetchScreen(load) }) }
}

/** The screen that one comes from is still open: the page may be loaded anew in the next one. */
async function fetchScreen(load: Screen['load']) {
  try {
    return await load()
  } catch (error) {
    if (error instanceof ChunkLoadError) saveDraft()
    throw error
  }
}

/**
 * Every screen by its address, inside of what stands around it (specification, section 2). What
 * stands for a screen whose code is missing is a level above it: the router shows nothing in the
 * place of a route that is not there itself.
 */
export const routes: RouteObject[] = [
  {
    element: <Root />,
    errorElement: <ErrorPage />,
    HydrateFallback: () => null,
    children: [
      { errorElement: <CardError />, children: publicScreens.map(toRoute) },
      {
        element: <Area />,
        errorElement: <CardError />,
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
