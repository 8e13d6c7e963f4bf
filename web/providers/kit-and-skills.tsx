import { Check } from 'lucide-react'
import type { Profile } from '#contract/providers/providers.ts'
import { reader } from '#contract/words.ts'
import { ShadeStrip } from './shade-strip.tsx'
import { profileWords } from './words.ts'
import { classes } from '#web/ui/class-names.ts'
import styles from './kit-and-skills.module.css'
import chipsStyles from '#web/ui/fields/chips.module.css'

/** The shades of the kit as a strip, what is in it, and what customers can ask for by name. */
export function KitAndSkills({ profile }: { profile: Profile }) {
  const t = reader(profileWords, profile.countryCode)
  const { shades, skills, kit } = profile
  if (!shades.length && !skills.length && !kit.length) return null
  const covered = shades.length === 10 ? t('profile.kit.all') : t('profile.kit.some', { n: shades.length })
  return (
    <section className="stack gap-12" aria-labelledby="kit">
      <h2 className="heading-3" id="kit">
        {t('profile.kit')}
      </h2>
      {shades.length > 0 && (
        <>
          <ShadeStrip shades={shades} label={covered} />
          <p className="small muted">{covered}</p>
        </>
      )}
      <ul className="chip-row">
        {skills.map((skill) => (
          <li key={skill.id} className={chipsStyles.chip}>
            <Check className="icon" aria-hidden="true" />
            {skill.label}
          </li>
        ))}
      </ul>
      {kit.length > 0 && (
        <ul className={classes('small muted', styles.kitList)}>
          {kit.map((item) => (
            <li key={item}>{item}</li>
          ))}
        </ul>
      )}
    </section>
  )
}
