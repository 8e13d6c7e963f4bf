import { Star } from 'lucide-react'
import type { FormSettings } from '#contract/catalog/catalog.ts'
import type { HomePage } from '#contract/content/content.ts'
import { mergeFaqs, type PageFields } from '#contract/content/page-edit.ts'
import { formatNumber, formatScore, formatTime } from '#contract/format.ts'
import { type Country, lowercaseFirst } from '#contract/words.ts'
import { createTranslator, formatMessage } from '#contract/i18n/messages.ts'
import { prependPicture } from '#web/content/landing-edit.ts'
import { Section, Split } from '#web/content/section.tsx'
import { SentenceLines } from '#web/content/sentence-lines.tsx'
import { heroPalette } from '#web/content/site-pictures.ts'
import { SummaryCard } from '#web/content/summary-card.tsx'
import { pageMessages } from '#web/platform/page-messages.ts'
import { joinClasses } from '#web/ui/class-names.ts'
import { FaqList } from '#web/ui/faq.tsx'
import chipsStyles from '#web/ui/fields/chips.module.css'
import howStepsStyles from '#web/ui/how-steps.module.css'
import { Carousel } from '#web/ui/pictures/carousel.tsx'
import { CustomerQuote } from '#web/ui/review-card.tsx'
import { SiteLink } from '#web/ui/site-link.tsx'
import { getHomeFaqs } from './faqs.ts'
import { Hero, JoinPanel } from './landing-parts.tsx'
import styles from './landing.module.css'
import { PopularPlaces } from './popular-places.tsx'
import { homeMessages } from './messages.ts'

interface LandingProps {
  home: HomePage
  settings: FormSettings
  country: Country
  /** An operator's edits; null without any. */
  edit?: PageFields | null
}

export function Landing({ home, settings, country, edit }: LandingProps) {
  const t = createTranslator(homeMessages, country)
  return (
    <>
      <Hero
        title={
          edit?.bannerTitle ? (
            <SentenceLines text={edit.bannerTitle} mark />
          ) : (
            <>
              {t('home.hero.title.before')}
              <em>{t('home.hero.title.marked')}</em>
              <br />
              {t('home.hero.title.after')}
            </>
          )
        }
        text={edit?.bannerText ?? t('home.hero.text')}
        pictures={prependPicture(heroPalette, edit)}
        settings={settings}
        country={country}
      />
      <ProofStrip proof={home.proof} />
      <PopularPlaces places={home.popularPlaces} country={country} />
      {home.featured.length > 0 && (
        <Section title={t('home.featured.title')} more={{ label: t('home.featured.gallery'), to: '/content/gallery' }}>
          <p className="small muted">
            {t('home.featured.note')}{' '}
            <SiteLink className="link tap-target" to="/content/artists">
              {t('home.featured.all')}
            </SiteLink>
          </p>
          <Carousel
            label={t('home.featured.title')}
            fit
            arrows={{
              back: formatMessage(pageMessages['word.earlier.artists']),
              on: formatMessage(pageMessages['word.more.artists']),
            }}>
            {home.featured.map((artist) => (
              <li key={artist._id}>
                <SummaryCard artist={artist} mixed />
              </li>
            ))}
          </Carousel>
        </Section>
      )}
      <HowItWorks country={country} />
      <Promises country={country} />
      {home.customerReviews.length > 0 && (
        <Section
          title={t('home.reviews.title')}
          tight={false}
          more={{ label: t('home.reviews.all', { n: home.proof.reviews }), to: '/content/reviews' }}>
          <div className="three-columns">
            {home.customerReviews.map((review) => (
              <CustomerQuote
                key={review._id}
                picture={review.coverImg}
                score={review.reviewScore}
                comment={review.comment}>
                <span>
                  <b className={joinClasses('bold', styles.customerName)}>{review.customerName}</b>,{' '}
                  {t('home.review.in', { event: lowercaseFirst(review.event), place: review.place })}
                </span>
              </CustomerQuote>
            ))}
          </div>
        </Section>
      )}
      <Split title={t('home.faq.title')}>
        <FaqList faqs={mergeFaqs(getHomeFaqs(country), edit?.faqs)} />
      </Split>
      <JoinPanel country={country} />
    </>
  )
}

const steps = ['1', '2', '3'] as const

function HowItWorks({ country }: { country: Country }) {
  const t = createTranslator(homeMessages, country)
  return (
    <Section title={t('home.how.title')} sunken>
      <ol className={howStepsStyles.howSteps}>
        {steps.map((n) => (
          <li key={n}>
            <span className="number">{t(`home.how.${n}.time`, { time: formatTime('13:30') })}</span>
            <h3 className="title">{t(`home.how.${n}.title`)}</h3>
            <p>{t(`home.how.${n}.text`)}</p>
          </li>
        ))}
      </ol>
    </Section>
  )
}

const promises = [['plan'], ['everyone'], ['team', '/content/help'], ['lessons', '/lessons']] as const

function Promises({ country }: { country: Country }) {
  const t = createTranslator(homeMessages, country)
  return (
    <section className="page-width section stack gap-32" aria-label={t('home.more.label')}>
      <div className={styles.promises}>
        {promises.map(([of, to]) => (
          <div key={of} className="stack gap-8">
            <h2 className="heading-3">{t(`home.${of}.title`)}</h2>
            <p>{t(`home.${of}.text`)}</p>
            {to && (
              <p>
                <SiteLink className="link tap-target" to={to}>
                  {t(`home.${of}.action`)}
                </SiteLink>
              </p>
            )}
          </div>
        ))}
      </div>
      <ul className="chip-row">
        {specials.map((name) => (
          <li key={name}>
            <SiteLink className={chipsStyles.chip} to={`/${name}`}>
              {t(`home.more.${name}`)}
            </SiteLink>
          </li>
        ))}
      </ul>
    </section>
  )
}

const specials = ['halloween', 'happy-place', 'offers', 'coming-soon'] as const

/** Minimum value for showing each figure. */
const leastProof = { reviews: 20, artists: 10, places: 5, bookings: 50 } as const

type Proof = HomePage['proof']

export function listProofFigures(
  proof: Proof,
): { key: 'score' | 'reviews' | 'artists' | 'onTime' | 'places'; figure: string; n: number }[] {
  const enough = proof.reviews >= leastProof.reviews
  return [
    ...(enough && proof.score !== null ? [{ key: 'score' as const, figure: formatScore(proof.score), n: 1 }] : []),
    ...(enough ? [{ key: 'reviews' as const, figure: formatNumber(proof.reviews), n: proof.reviews }] : []),
    ...(proof.artists >= leastProof.artists
      ? [{ key: 'artists' as const, figure: formatNumber(proof.artists), n: proof.artists }]
      : []),
    ...(proof.onTime.bookings >= leastProof.bookings
      ? [{ key: 'onTime' as const, figure: `${proof.onTime.percent}%`, n: proof.onTime.bookings }]
      : []),
    ...(proof.places >= leastProof.places
      ? [{ key: 'places' as const, figure: formatNumber(proof.places), n: proof.places }]
      : []),
  ]
}

const t = createTranslator(homeMessages)

function ProofStrip({ proof }: { proof: Proof }) {
  const figures = listProofFigures(proof)
  if (figures.length === 0) {
    return (
      <div className={joinClasses('page-width', styles.proofBand)}>
        <p className="lead">{t('home.proof.none')}</p>
      </div>
    )
  }
  return (
    <section className={joinClasses('page-width', styles.proofBand)} aria-label={t('home.proof.label')}>
      <ul className={styles.proof}>
        {figures.map(({ key, figure, n }) => (
          <li key={key}>
            <span className="number row gap-8">
              {key === 'score' && (
                <Star className={joinClasses('icon star-icon', styles.proofStar)} aria-hidden="true" />
              )}
              {figure}
            </span>
            <p>{t(`home.proof.${key}.label`, { n })}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
