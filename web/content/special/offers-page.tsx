import { createTranslator } from '#contract/i18n/messages.ts'
import { createHead } from '#web/platform/head.ts'
import { Openings } from '#web/offers/openings.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { specialMessages } from './messages.ts'
import { joinClasses } from '#web/ui/class-names.ts'
import styles from './offers-page.module.css'

const t = createTranslator(specialMessages)

/** Returns the head of both addresses, whose public content is the same. */
export const createOffersHead = (publicUrl: string) =>
  createHead({ title: t('offers.meta.title'), description: t('offers.description'), path: '/offers', publicUrl })

/** The visitor version of /offer and /offers: explanation, and artists with free time nearby. */
export default function OffersForVisitors() {
  return (
    <main id="main" tabIndex={-1} className={joinClasses('page-width section', styles.offersVisitor)}>
      <div className="stack gap-24">
        <h1 className="heading-1">{t('offers.visitor.title')}</h1>
        <p className="lead">{t('offers.visitor.text')}</p>
        <div className="row wrapping">
          <ButtonLink kind="search" to="/?stage=location">
            {t('offers.visitor.search')}
          </ButtonLink>
          <ButtonLink kind="secondary" to="/login?redirect=/customer-dashboard">
            {t('offers.visitor.login')}
          </ButtonLink>
        </div>
      </div>
      <Openings />
    </main>
  )
}
