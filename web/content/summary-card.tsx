import { BadgeCheck } from 'lucide-react'
import { formatMoney } from '#contract/format.ts'
import type { ProviderSummary } from '#contract/content/content.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { pageMessages } from '#web/platform/page-messages.ts'
import { FeaturedBadge } from '#web/ui/featured-badge.tsx'
import { Avatar, Picture } from '#web/ui/pictures/picture.tsx'
import { SiteLink } from '#web/ui/site-link.tsx'
import { Rating } from '#web/ui/stars.tsx'
import { cardMessages } from './card-messages.ts'
import { getButtonClasses } from '#web/ui/button.tsx'
import { joinClasses } from '#web/ui/class-names.ts'
import artistCardStyles from '#web/ui/artist-card.module.css'

const t = createTranslator(cardMessages)
const w = createTranslator(pageMessages)

/** An artist on a landing page: pictures, name, score, area, services, lowest price. */
export function SummaryCard({ artist, mixed }: { artist: ProviderSummary; mixed?: boolean }) {
  const pictures = [artist.coverImg, ...artist.pictures].slice(0, 3)
  return (
    <article className={artistCardStyles.card}>
      <div
        className={
          pictures.length > 2 ? artistCardStyles.cover : joinClasses(artistCardStyles.cover, artistCardStyles.single)
        }>
        {pictures.map((picture, index) => (
          <div className={artistCardStyles.picture} key={picture.src}>
            <Picture
              src={picture.src}
              alt={picture.alt}
              width={index === 0 ? 400 : 200}
              height={index === 0 ? 300 : 150}
            />
          </div>
        ))}
      </div>
      {artist.featured && (
        <div className={artistCardStyles.topLeft}>
          <FeaturedBadge />
        </div>
      )}
      <div className={artistCardStyles.body}>
        <div className={artistCardStyles.person}>
          <Avatar size={60} className={artistCardStyles.cardFace} src={artist.profileImg.src} alt="" />
          <div className="can-shrink">
            <h3 className={artistCardStyles.name}>
              <SiteLink to={`/@/${artist.slug}`} data-opens="">
                {artist.name}
              </SiteLink>
              {artist.verified && (
                <span className="verified" role="img" aria-label={w('word.verified')}>
                  <BadgeCheck className="icon" aria-hidden="true" />
                </span>
              )}
            </h3>
          </div>
        </div>
        <div className={artistCardStyles.facts}>
          <Rating rating={artist.reviewScore} reviews={artist.reviewCount} />
          <span>{artist.area}</span>
        </div>
        {artist.skills.length > 0 && <p className="small muted">{artist.skills.join(', ')}</p>}
        <div className={artistCardStyles.foot}>
          {artist.priceFrom !== null && artist.priceOf !== null && (
            <div>
              <p>{t('home.card.from', { service: artist.priceOf })}</p>
              <p>
                <span className="number">{formatMoney(artist.priceFrom, artist.currency, { mixed })}</span>{' '}
                {t('home.card.person')}
              </p>
            </div>
          )}
          <span className={getButtonClasses({ kind: 'secondary', size: 'small' })} aria-hidden="true">
            {t('home.card.view')}
          </span>
        </div>
      </div>
    </article>
  )
}
