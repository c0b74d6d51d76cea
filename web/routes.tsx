import type { RouteObject } from 'react-router'
import { type Screen, screensByMail, screensOfAreas } from './addresses.ts'
import { Area } from './shell/area.tsx'
import { ErrorPage } from './shell/error-page.tsx'
import { NotFoundPage } from './shell/not-found-page.tsx'
import { Root } from './shell/root.tsx'

/** A screen whose code is fetched when somebody goes there. */
function routeOf({ path, load }: Screen): RouteObject {
  return { path, lazy: async () => ({ Component: await load() }) }
}

/** Every screen by its address, inside of what stands around it (specification, section 2). */
export const routes: RouteObject[] = [
  {
    element: <Root />,
    errorElement: <ErrorPage />,
    HydrateFallback: () => null,
    children: [
      ...screensByMail.map(routeOf),
      {
        element: <Area />,
        children: [...screensOfAreas.map(routeOf), { path: '*', element: <NotFoundPage /> }],
      },
    ],
  },
]
