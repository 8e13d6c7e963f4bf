import type { MetaFunction } from 'react-router'
import { reader } from '#contract/words.ts'
import { head } from '#web/platform/head.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { specialWords } from './words.ts'

const t = reader(specialWords)

export const meta: MetaFunction = () => head({ title: t('offers.meta.title'), publicUrl: '', noindex: true })

export default function OffersPage() {
  return (
    <main id="main" tabIndex={-1} className="wrap sorry">
      <h1 className="d1">{t('offers.visitor.title')}</h1>
      <p className="lead">{t('offers.visitor.text')}</p>
      <div className="row wrapx">
        <ButtonLink kind="search" to="/?stage=location">
          {t('offers.visitor.search')}
        </ButtonLink>
        <ButtonLink kind="secondary" to="/login?redirect=/customer-dashboard">
          {t('offers.visitor.login')}
        </ButtonLink>
      </div>
    </main>
  )
}
