// When the file beside this page is gone, the study has ended: then its report is elsewhere.
const progress = document.getElementById('progress');
setInterval(() => {
  const beat = new Image();
  beat.onload = () => location.reload();
  beat.onerror = () => location.replace(progress.dataset.finished);
  beat.src = progress.dataset.beat + '?' + Date.now();
}, 1000 * progress.dataset.seconds);
