import type { FastifyInstance } from 'fastify'
import { barColour, basePath, type Role, roles } from '#contract/roles.ts'
import { appManifestPath } from '#contract/school.ts'
import type { Context } from '#server/kit/context.ts'

const icon = (src: string, size: number, purpose: 'any' | 'maskable') => ({
  ...{ src, sizes: `${size}x${size}`, type: 'image/png', purpose },
})

/** So much of a long name has room below an icon. */
const shortNameLength = 12

/**
 * Answers as what a browser installs the page (W3C Web Application Manifest): under the school's name,
 * with the role's home as its first screen. An iPhone lets only what is installed notify.
 */
export function serveAppManifest(app: FastifyInstance, { settings }: Context): void {
  for (const role of roles) {
    app.get(appManifestPath(role), { schema: { hide: true } }, async (_request, reply) =>
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
    // A longer one is cut where there is room, by whoever shows it.
    ...(name.length <= shortNameLength ? { short_name: name } : {}),
    ...{ id: home, start_url: home, scope: '/', display: 'standalone', lang: 'en' },
    ...{ theme_color: barColour[role], background_color: '#f2f4f6' },
    icons: [
      icon('/icon-192.png', 192, 'any'),
      icon('/icon-512.png', 512, 'any'),
      icon('/icon-maskable-512.png', 512, 'maskable'),
    ],
  }
}
