import { Hono } from 'hono'
import type { Rig } from '#server/platform/rig.ts'
import { getBusiness } from '#server/platform/settings.ts'

const GOOD_DAYS = 180

export function createWellKnownRoutes(rig: Rig): Hono {
  const app = new Hono()
  app.get('/.well-known/security.txt', async (http) => {
    const { supportEmail } = await getBusiness(rig.database, rig.env)
    // Rounded to days, so that the response is constant all day.
    const expires = new Date(rig.clock().getTime() + GOOD_DAYS * 86_400_000).toISOString().replace(/T.*/, 'T00:00:00Z')
    const lines = [
      `Contact: ${supportEmail ? `mailto:${supportEmail}` : `${rig.env.publicUrl}/content/help`}`,
      `Expires: ${expires}`,
      'Preferred-Languages: en',
      `Canonical: ${rig.env.publicUrl}/.well-known/security.txt`,
    ]
    return http.text(`${lines.join('\n')}\n`, 200, { 'Cache-Control': 'public, max-age=3600' })
  })
  app.get('/.well-known/change-password', (http) => http.redirect('/customer-dashboard/account', 302))
  return app
}
