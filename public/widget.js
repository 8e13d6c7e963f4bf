/*! Primp widget, version 1: puts a button, or the form itself, where its script tag stands. It keeps nothing in the browser. */
;(() => {
  const own = document.currentScript
  const site = new URL(own ? own.src : 'https://invalid.example').origin
  const asked = 'script[data-primp-artist]:not([data-primp-done])'

  const addressOf = (path, more) => {
    const address = new URL(path, site)
    for (const [name, value] of Object.entries(more)) if (value) address.searchParams.set(name, value)
    return address.href
  }
  const colorOf = ({ primpColor = '' }) => (/^#?[0-9a-f]{6}$/i.test(primpColor) ? primpColor.replace('#', '') : '')

  /** A link that looks like a button, out of reach of the styles around it. */
  const button = (script, { primpArtist, primpLabel, primpOpen, ...look }) => {
    const host = document.createElement('span')
    const root = host.attachShadow({ mode: 'open' })
    const link = document.createElement('a')
    link.href = addressOf(`/@/${encodeURIComponent(primpArtist)}/book`, {})
    link.target = primpOpen === 'top' ? '_top' : '_blank'
    link.rel = 'noopener'
    link.textContent = primpLabel || 'Book now'
    const color = colorOf(look) || '4d1534'
    const [red, green, blue] = [0, 2, 4].map((at) => {
      const part = Number.parseInt(color.slice(at, at + 2), 16) / 255
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
    })
    const light = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    const style = document.createElement('style')
    style.textContent = `a{display:inline-block;font:700 16px/1.2 system-ui,sans-serif;padding:15px 22px;border-radius:12px;text-decoration:none;background:#${color};color:${(light + 0.05) ** 2 > 0.0525 ? '#000' : '#fff'}}a:focus-visible{outline:3px solid currentColor;outline-offset:2px}`
    root.append(style, link)
    script.after(host)
  }

  /** The form in a frame that is as high as what it holds: what it says is heard from that frame and that origin alone. */
  const frame = (script, { primpArtist, primpTheme, primpOpen, primpLabel, ...look }) => {
    const element = document.createElement('iframe')
    element.src = addressOf(`/embed/${encodeURIComponent(primpArtist)}`, {
      theme: primpTheme,
      color: colorOf(look),
      open: primpOpen,
      from: location.origin,
    })
    element.title = primpLabel || 'Book now'
    element.loading = 'lazy'
    element.style.cssText = 'display:block;width:100%;height:640px;border:0;border-radius:16px;color-scheme:normal'
    addEventListener('message', ({ source, origin, data }) => {
      if (source !== element.contentWindow || origin !== site) return
      if (data?.primp !== 1 || !(data.height > 0 && data.height < 20000)) return
      element.style.height = `${Math.ceil(data.height)}px`
    })
    script.after(element)
  }

  for (const script of document.querySelectorAll(asked)) {
    if (new URL(script.src, location.href).origin !== site) continue
    script.dataset.primpDone = ''
    const { ...given } = script.dataset
    ;(given.primpKind === 'button' ? button : frame)(script, given)
  }
})()
