import { BadgeCheck } from 'lucide-react'
import type { SavedArtist } from '#contract/bookings/customer-dashboard.ts'
import { formatMoney } from '#contract/format.ts'
import { createTranslator, formatMessage } from '#contract/i18n/messages.ts'
import { customerMessages } from '#web/accounts/dashboard/customer-top.tsx'
import { pageMessages } from '#web/platform/page-messages.ts'
import { Heart } from '#web/providers/heart.tsx'
import artistCardStyles from '#web/ui/artist-card.module.css'
import { ButtonLink } from '#web/ui/button.tsx'
import { joinClasses } from '#web/ui/class-names.ts'
import { Avatar, Picture } from '#web/ui/pictures/picture.tsx'
import { Rating } from '#web/ui/stars.tsx'
import styles from './saved-cards.module.css'

const t = createTranslator(customerMessages)

export function SavedCards({ artists }: { artists: readonly SavedArtist[] }) {
  return (
    <ul className={styles.savedGrid}>
      {artists.map((artist) => (
        <li key={artist._id}>
          <SavedCard artist={artist} />
        </li>
      ))}
    </ul>
  )
}

function SavedCard({ artist }: { artist: SavedArtist }) {
  const looks = [artist.coverImg, ...artist.pictures]
  const pictures = looks.length < 3 ? looks.slice(0, 1) : looks
  return (
    <article className={joinClasses(artistCardStyles.card, styles.savedCard)} aria-label={artist.name}>
      <div className={joinClasses(artistCardStyles.cover, pictures.length < 3 && artistCardStyles.single)}>
        {pictures.map((picture, index) => (
          <div className={artistCardStyles.picture} key={picture.src}>
            <Picture
              src={picture.src}
              alt={picture.alt}
              width={index === 0 ? 480 : 240}
              height={index === 0 ? 360 : 180}
              loading="lazy"
            />
          </div>
        ))}
      </div>
      <div className={artistCardStyles.topRight}>
        <Heart id={artist._id} name={artist.name} />
      </div>
      <div className={artistCardStyles.body}>
        <div className={artistCardStyles.person}>
          <Avatar
            size={60}
            className={artistCardStyles.cardFace}
            src={artist.profileImg.src}
            alt={artist.profileImg.alt}
            loading="lazy"
          />
          <h3 className={artistCardStyles.name}>
            {artist.name}
            {artist.live && (
              <span className="verified" role="img" aria-label={formatMessage(pageMessages['word.verified'])}>
                <BadgeCheck className="icon" aria-hidden="true" />
              </span>
            )}
          </h3>
        </div>
        <div className={artistCardStyles.facts}>
          <Rating rating={artist.rating} reviews={artist.totalReviews} />
          <span>{artist.area}</span>
        </div>
        {artist.skills.length > 0 && <p className="small muted">{artist.skills.join(', ')}</p>}
        <div className={artistCardStyles.foot}>
          {artist.live && artist.priceFrom !== null && artist.priceOf !== null && (
            <div>
              <p>{t('customerDashboard.saved.from', { service: artist.priceOf })}</p>
              <p>
                <span className="number">{formatMoney(artist.priceFrom, artist.currency, { mixed: true })}</span>{' '}
                {t('customerDashboard.saved.person')}
              </p>
            </div>
          )}
          {artist.live ? (
            <ButtonLink kind="secondary" size="small" to={`/@/${artist.slug}`}>
              {t('customerDashboard.saved.view')}
            </ButtonLink>
          ) : (
            <p className="small muted">{t('customerDashboard.saved.away')}</p>
          )}
        </div>
      </div>
    </article>
  )
}
