import type { Profile } from '#contract/providers/providers.ts'
import { type Country, reader } from '#contract/words.ts'
import { Picture } from '#web/ui/pictures/picture.tsx'
import { ShownTags } from '#web/search/looks/shown-tags.tsx'
import { profileWords } from './words.ts'
import { commonTags } from '#web/search/looks/common-tags.ts'
import { classes } from '#web/ui/class-names.ts'
import styles from './albums.module.css'
import pictureStyles from '#web/ui/pictures/picture.module.css'

/** Albums as rows of pictures; pressing one opens the viewer there. */
export function Albums({ profile, onOpen }: { profile: Profile; onOpen: (src: string) => void }) {
  const t = reader(profileWords, profile.countryCode)
  const albums = profile.albums.filter((album) => album.media.length > 0)
  if (albums.length === 0) return null
  return (
    <section className="stack" aria-labelledby="albums">
      <h2 className="heading-3" id="albums">
        {t('profile.albums')}
      </h2>
      {albums.map((album) => (
        <div key={album._id} className="stack gap-8">
          <h3 className="title">
            {album.title} <span className="hint small">{album.media.length}</span>
          </h3>
          <AlbumTagsLine pictures={album.media} country={profile.countryCode} />
          <ul className={styles.albumRow}>
            {album.media.map((picture) => (
              <li key={picture.src}>
                <button
                  type="button"
                  className={classes(pictureStyles.frame, styles.frame)}
                  onClick={() => onOpen(picture.src)}
                  aria-label={picture.alt}>
                  <Picture src={picture.src} alt="" width={160} height={200} />
                </button>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  )
}

/** What most pictures of an album show, by the tags that the artist chose. */
function AlbumTagsLine({ pictures, country }: { pictures: Profile['albums'][number]['media']; country: Country }) {
  const common = commonTags(pictures)
  return common.length > 0 ? (
    <p className="small muted">
      <ShownTags tags={common} country={country} />
    </p>
  ) : null
}
