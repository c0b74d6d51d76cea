import type { FastifyInstance } from 'fastify'
import { barColour, basePath, type Role, roles } from '#contract/roles.ts'
import { getAppManifestPath } from '#contract/school/school.ts'
import type { Context } from '#server/kit/context.ts'

const icon = (src: string, size: number, purpose: 'any' | 'maskable') => ({
  src,
  sizes: `${size}x${size}`,
  type: 'image/png',
  purpose,
})

/** The length of a name that fits below an icon. */
const shortNameLength = 12

/**
 * Serves the web app manifest (W3C) of each role: the school's name, and the role's home as start
 * page. An iPhone allows notifications only for installed apps.
 */
export function serveAppManifest(app: FastifyInstance, { settings }: Context): void {
  for (const role of roles) {
    app.get(getAppManifestPath(role), { schema: { hide: true } }, async (_request, reply) =>
      reply
        .headers({ 'cache-control': 'no-cache', 'content-type': 'application/manifest+json' })
        .send(JSON.stringify(makeManifest(role, settings.schoolName))),
    )
  }
}

function makeManifest(role: Role, name: string) {
  const home = basePath[role] || '/'
  return {
    name,
    // Longer names are cut by the system that shows them.
    ...(name.length <= shortNameLength ? { short_name: name } : {}),
    id: home,
    start_url: home,
    scope: '/',
    display: 'standalone',
    lang: 'en',
    theme_color: barColour[role],
    background_color: '#f2f4f6',
    icons: [
      icon('/icon-192.png', 192, 'any'),
      icon('/icon-512.png', 512, 'any'),
      icon('/icon-maskable-512.png', 512, 'maskable'),
    ],
  }
}
