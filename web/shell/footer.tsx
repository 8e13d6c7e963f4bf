import { markets } from '#contract/format.ts'
import { type Country, countries, createTranslator } from '#contract/words.ts'
import { TestMark } from '#web/payments/test-payments-mark.tsx'
import { Logo } from '#web/ui/pictures/logo.tsx'
import { SiteLink } from '#web/ui/site-link.tsx'
import { chooseCookies } from './cookie-banner.tsx'
import type { Site } from './site.ts'
import { footerMessages } from './footer-messages.ts'
import { joinClasses } from '#web/ui/class-names.ts'
import styles from './footer.module.css'

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

/** The largest city of each country, where its prices and spelling can be seen. */
const firstCity: Record<Country, string> = { AU: 'sydney', US: 'new-york', GB: 'london', CA: 'toronto' }

/** Four groups of links, the country, the credits and, with made-up people on show, the word that says so. */
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
