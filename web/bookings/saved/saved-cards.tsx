import type { SavedArtist } from '#contract/bookings/own-bookings.ts'
import { reader } from '#contract/words.ts'
import { customerWords } from '#web/accounts/dashboard/dashboard-words.ts'
import { Heart } from '#web/providers/heart.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { Avatar, Picture } from '#web/ui/pictures/picture.tsx'
import { Rating } from '#web/ui/stars.tsx'
import { classes } from '#web/ui/class-names.ts'
import styles from './saved-cards.module.css'
import artistCardStyles from '#web/ui/artist-card.module.css'

const t = reader(customerWords)

/** The artists that somebody saved; a heart takes one off again, and on again. */
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
  return (
    <article className={classes(artistCardStyles.card, styles.savedCard)} aria-label={artist.name}>
      <div className={classes(artistCardStyles.cover, artistCardStyles.single)}>
        <div className={artistCardStyles.picture}>
          <Picture src={artist.coverImg.src} alt={artist.coverImg.alt} width={480} height={360} loading="lazy" />
        </div>
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
          <h3 className={artistCardStyles.name}>{artist.name}</h3>
        </div>
        <div className={artistCardStyles.facts}>
          <Rating rating={artist.rating} reviews={artist.totalReviews} />
          <span>{artist.area}</span>
        </div>
        <div className={artistCardStyles.foot}>
          {artist.live ? (
            <ButtonLink kind="secondary" to={`/@/${artist.slug}`}>
              {t('cd.saved.view')}
            </ButtonLink>
          ) : (
            <p className="small muted">{t('cd.saved.away')}</p>
          )}
        </div>
      </div>
    </article>
  )
}
