// Preloaded into a site: slows the clock to a thousandth, so that relative times do not change.
const started = Date.now()
Date.now = () => started + Math.floor(performance.now() / 1000)
