import { countOf } from '#contract/i18n/counts.ts'
import { defaults, retentionDays } from '#contract/constants.ts'
import { formatDate, formatNumber, formatScore } from '#contract/format.ts'
import type { Retention } from '#contract/operator/system.ts'
import { termsConstants } from '#contract/terms.ts'
import { formatRetention } from '#db/privacy/periods.ts'
import { getCatalog } from '#server/catalog/index.ts'
import type { Context } from '#server/platform/context.ts'
import type { Env } from '#server/platform/env.ts'
import { getBusiness, getSetting } from '#server/platform/settings.ts'
import { missingWorkPoints, rankingWeights } from '#server/search/index.ts'
import type { Slot } from './markdown.ts'
import { listReviews } from './showcase.ts'

type About = { slug: string; updated: string; version: string | null }

export async function getSlotValues(ctx: Context, { slug, updated, version }: About): Promise<Record<string, Slot>> {
  const { legalName, supportEmail, supportPhone } = await getBusiness(ctx.database, ctx.env)
  return {
    legalName: legalName || null,
    supportEmail: supportEmail ? { text: supportEmail, to: `mailto:${supportEmail}` } : null,
    supportPhone: supportPhone ? { text: supportPhone, to: `tel:${supportPhone.replace(/[^\d+]/g, '')}` } : null,
    version,
    date: formatDate(updated, 'GB', 0),
    ...(slug === 'about' ? await businessValues(ctx, legalName) : {}),
    ...(slug === 'privacy-policy' ? await privacyValues(ctx) : {}),
    ...(slug === 'legals-customers' ? termsConstants : {}),
    ...(slug === 'legals-providers' ? { percent: await usualPercent(ctx), ...termsConstants } : {}),
    ...(slug === 'ranking'
      ? {
          ...Object.fromEntries(
            Object.entries(rankingWeights).map(([signal, points]) => [`weight.${signal}`, `${formatNumber(points)}%`]),
          ),
          missingWork: formatNumber(missingWorkPoints),
        }
      : {}),
    ...(slug === 'reviews' ? await reviewValues(ctx) : {}),
  }
}

/** Returns the business behind the site: its name, if it has another than the site, and what its invoices show. */
async function businessValues(ctx: Context, legalName: string): Promise<Record<string, Slot>> {
  const markets = [...(await getCatalog(ctx.database)).markets.values()]
  const each = (values: readonly string[]) => [...new Set(values.filter(Boolean))].join('; ') || null
  return {
    operator: legalName === 'Primp' ? null : legalName || null,
    businessAddress: each(markets.map(({ businessAddress }) => businessAddress.replaceAll('\n', ', '))),
    taxNumber: each(markets.map(({ taxNumber }) => taxNumber)),
  }
}

async function privacyValues(ctx: Context): Promise<Record<string, Slot>> {
  const days: Retention = { ...retentionDays, ...(await getSetting<Partial<Retention>>(ctx.database, 'retention')) }
  return {
    ...Object.fromEntries(Object.entries(formatRetention(days)).map(([kind, length]) => [`retention.${kind}`, length])),
    processors: processorsOf(ctx.env),
    transfers: null,
    versionsLink: { text: 'versions of this page', to: '/content/privacy-policy/versions' },
  }
}

/** Returns the configured external services as a sentence, or null if no data leaves this server. */
function processorsOf(env: Env): string | null {
  const on = [
    env.PAYMENTS === 'stripe' && 'Stripe for payments',
    env.SMS === 'twilio' && 'Twilio for SMS',
    env.GEOCODER === 'mapbox' && 'Mapbox for map search',
    env.FILES === 's3' && env.S3_ENDPOINT && `${new URL(env.S3_ENDPOINT).hostname} for files`,
    env.MAIL === 'http' && env.MAIL_URL && `${new URL(env.MAIL_URL).hostname} for email`,
    env.SOCIAL_PHOTOS_URL && `${new URL(env.SOCIAL_PHOTOS_URL).hostname} for Instagram pictures`,
  ].filter((service) => typeof service === 'string')
  return on.length ? `They are ${on.length > 1 ? `${on.slice(0, -1).join(', ')} and ${on.at(-1)}` : on[0]}.` : null
}

// Returns the default fee of the main category. Artists see their own while they set prices.
async function usualPercent(ctx: Context): Promise<string | null> {
  const category = (await getCatalog(ctx.database)).categories.get(defaults.category)
  return category ? String(category.feePercent) : null
}

async function reviewValues(ctx: Context): Promise<Record<string, Slot>> {
  const { average, total } = await listReviews(ctx, { pages: 1 })
  return {
    score: average === null ? null : formatScore(average),
    reviews: total ? countOf('reviews', total) : null,
  }
}
