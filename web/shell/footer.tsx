import { markets } from '#contract/format.ts'
import { countries, type Country } from '#contract/words.ts'
import { getLanguage } from '#contract/i18n/language.ts'
import { defineMessages, createTranslator } from '#contract/i18n/messages.ts'
import { TestMark } from '#web/payments/test-payments-mark.tsx'
import { joinClasses } from '#web/ui/class-names.ts'
import { Logo } from '#web/ui/pictures/logo.tsx'
import { SiteLink } from '#web/ui/site-link.tsx'
import { chooseCookies } from './cookie-banner.tsx'
import styles from './footer.module.css'
import { shellMessages } from './messages.ts'
import type { Site } from './site.ts'

const groups = [
  {
    title: 'footer.group.customers',
    links: [
      ['footer.link.customer-dashboard', '/customer-dashboard'],
      ['footer.link.reviews', '/content/reviews'],
      ['footer.link.gallery', '/content/gallery'],
      ['footer.link.lessons', '/lessons'],
      ['footer.link.gift-vouchers', '/gift-vouchers'],
      ['footer.link.help', '/content/help'],
    ],
  },
  {
    title: 'footer.group.providers',
    links: [
      ['footer.link.join', '/join'],
      ['footer.link.dashboard', '/dashboard'],
      ['footer.link.notifications-app', '/providers/notifications-app'],
      ['footer.link.legals-providers', '/content/legals-providers'],
    ],
  },
  {
    title: 'footer.group.places',
    links: [
      ['footer.link.london', '/gb/makeup-hair-styling/london'],
      ['footer.link.sydney', '/au/makeup-hair-styling/sydney'],
      ['footer.link.new-york', '/us/makeup-hair-styling/new-york'],
      ['footer.link.toronto', '/ca/makeup-hair-styling/toronto'],
    ],
  },
  {
    title: 'footer.group.primp',
    links: [
      ['footer.link.about', '/content/about'],
      ['footer.link.ranking', '/content/ranking'],
      ['footer.link.cancellation', '/content/cancellation'],
      ['footer.link.legals-customers', '/content/legals-customers'],
      ['footer.link.privacy-policy', '/content/privacy-policy'],
      ['footer.link.credits', '/content/credits'],
    ],
  },
] as const

/** The largest city of each country, to show its prices and spelling. */
const firstCity: Record<Country, string> = { AU: 'sydney', US: 'new-york', GB: 'london', CA: 'toronto' }

/** Links in four groups, country, credits, and a note about sample data. */
export function Footer({ country, site }: { country: Country; site: Site | undefined }) {
  const t = createTranslator(footerMessages, country)
  const { name, symbol, currency } = markets[country]
  const { legalName = 'Primp', supportEmail, supportPhone } = site?.business ?? {}
  return (
    <footer className={joinClasses('fig-ground on-fig', styles.footer)}>
      <div className="page-width">
        <div className={styles.columns}>
          <div>
            <Logo label={t('shell.logo.alt')} />
            <p className={styles.footerLine}>{t('footer.line')}</p>
            {supportEmail && supportPhone && (
              <p className={joinClasses('small', styles.footerSupport)}>
                {t('footer.support', { supportEmail, supportPhone })}
              </p>
            )}
          </div>
          {groups.map((group) => (
            <nav key={group.title} aria-label={t(group.title)}>
              <h2>{t(group.title)}</h2>
              <ul>
                {group.links.map(([name, to]) => (
                  <li key={to}>
                    <SiteLink to={to}>{t(name)}</SiteLink>
                  </li>
                ))}
              </ul>
            </nav>
          ))}
        </div>
        <div className={styles.foot}>
          <details className={styles.countries}>
            <summary>
              {t('footer.country', { country: name, currencySymbol: symbol, currencyCode: currency })}
              <span className={styles.footerAct}>{t('footer.country.change')}</span>
            </summary>
            <p>{t('shell.country.note')}</p>
            <ul>
              {countries.map((code) => (
                <li key={code}>
                  <SiteLink
                    to={`/${code.toLowerCase()}/makeup-hair-styling/${firstCity[code]}`}
                    data-country={code}
                    aria-current={code === country ? 'true' : undefined}>
                    {markets[code].name}
                  </SiteLink>
                </li>
              ))}
            </ul>
          </details>
          {/* A full load: the other language has texts of its own. */}
          {getLanguage() === 'fr' ? (
            <a className={joinClasses('tap-target', styles.footerAct)} href="/" hrefLang="en-CA" lang="en-CA">
              {t('footer.english')}
            </a>
          ) : (
            <a className={joinClasses('tap-target', styles.footerAct)} href="/fr" hrefLang="fr-CA" lang="fr-CA">
              {t('footer.french')}
            </a>
          )}
          <button
            type="button"
            className={joinClasses('tap-target with-script', styles.footerAct)}
            onClick={chooseCookies}>
            {t('footer.cookies')}
          </button>
          <span>{t('footer.legal', { year: String(site?.year ?? ''), legalName })}</span>
          <p className={styles.credit}>
            {site?.testPayments && <TestMark />}{' '}
            {site?.sample && <strong className={styles.sample}>{t('shell.sample.mark')} </strong>}
            {t('footer.credit.places')}
          </p>
        </div>
      </div>
    </footer>
  )
}

const footerMessages = defineMessages({
  ...shellMessages,
  'footer.link.customer-dashboard': { fixed: 'Customer Dashboard' },
  'footer.link.reviews': { fixed: 'Reviews' },
  'footer.link.gallery': { fixed: 'Gallery' },
  'footer.link.lessons': { fixed: 'Lessons' },
  'footer.link.gift-vouchers': { fixed: 'Gift vouchers' },
  'footer.link.help': { fixed: 'Help' },
  'footer.link.join': { fixed: 'Join' },
  'footer.link.dashboard': { fixed: 'Provider Dashboard' },
  'footer.link.notifications-app': { fixed: 'Phone notices' },
  'footer.link.legals-providers': { fixed: 'Legals: providers' },
  'footer.link.london': { fixed: 'London' },
  'footer.link.sydney': { fixed: 'Sydney' },
  'footer.link.new-york': { fixed: 'New York' },
  'footer.link.toronto': { fixed: 'Toronto' },
  'footer.link.about': { fixed: 'About' },
  'footer.link.ranking': { fixed: 'How ranking works' },
  'footer.link.cancellation': { fixed: 'Cancellation policies' },
  'footer.link.legals-customers': { fixed: 'Legals: customers' },
  'footer.link.privacy-policy': { fixed: 'Privacy policy' },
  'footer.link.credits': { fixed: 'Credits' },
})
