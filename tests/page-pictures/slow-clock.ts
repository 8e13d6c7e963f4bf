// Loaded before a site that pictures are taken of: a thousandth of the time goes by there, so that no 'minutes ago' grows meanwhile.
const started = Date.now()
Date.now = () => started + Math.floor(performance.now() / 1000)
