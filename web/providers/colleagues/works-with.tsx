import { Link } from 'react-router'
import type { Profile } from '#contract/providers/providers.ts'
import { reader } from '#contract/words.ts'
import { Avatar } from '#web/ui/pictures/picture.tsx'
import { firstName } from '#web/providers/first-name.ts'
import { profileWords } from '#web/providers/words.ts'
import styles from './works-with.module.css'

/** Artists of their own page with whom this one works, by the word of both. */
export function WorksWith({ profile }: { profile: Profile }) {
  const t = reader(profileWords, profile.countryCode)
  if (profile.colleagues.length === 0) return null
  return (
    <section className="stack gap-12" aria-labelledby="works-with">
      <h2 className="heading-3" id="works-with">
        {t('profile.colleagues', { firstName: firstName(profile.name) })}
      </h2>
      <ul className={styles.colleagues}>
        {profile.colleagues.map(({ slug, name, area, picture }) => (
          <li key={slug} className={styles.colleague}>
            <Avatar size={48} src={picture.src} alt="" />
            <span className="can-shrink">
              <Link className="link tap-target bold" to={`/@/${slug}`}>
                {name}
              </Link>
              <br />
              <span className="small muted">{area}</span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
