#include "CWebAssets.h"

#define HTML "text/html; charset=utf-8"
#define JAVASCRIPT "text/javascript; charset=utf-8"
#define STYLE "text/css; charset=utf-8"
#define PICTURE "image/svg+xml"

static const unsigned char api_js[] = {
#embed "../../Web/api.js"
};
static const unsigned char app_js[] = {
#embed "../../Web/app.js"
};
static const unsigned char dom_js[] = {
#embed "../../Web/dom.js"
};
static const unsigned char icon_svg[] = {
#embed "../../Web/icon.svg"
};
static const unsigned char index_html[] = {
#embed "../../Web/index.html"
};
static const unsigned char layout_js[] = {
#embed "../../Web/layout.js"
};
static const unsigned char model_js[] = {
#embed "../../Web/model.js"
};
static const unsigned char population_js[] = {
#embed "../../Web/population.js"
};
static const unsigned char style_css[] = {
#embed "../../Web/style.css"
};
static const unsigned char views_details_js[] = {
#embed "../../Web/views/details.js"
};
static const unsigned char views_launch_js[] = {
#embed "../../Web/views/launch.js"
};
static const unsigned char views_launches_js[] = {
#embed "../../Web/views/launches.js"
};
static const unsigned char views_paint_js[] = {
#embed "../../Web/views/paint.js"
};
static const unsigned char views_pen_js[] = {
#embed "../../Web/views/pen.js"
};
static const unsigned char views_screens_js[] = {
#embed "../../Web/views/screens.js"
};
static const unsigned char views_side_js[] = {
#embed "../../Web/views/side.js"
};
static const unsigned char views_swatch_js[] = {
#embed "../../Web/views/swatch.js"
};
static const unsigned char views_timeline_js[] = {
#embed "../../Web/views/timeline.js"
};
static const unsigned char words_js[] = {
#embed "../../Web/words.js"
};

static const struct launchpath_web_asset assets[] = {
    {"/api.js", JAVASCRIPT, api_js, sizeof api_js},
    {"/app.js", JAVASCRIPT, app_js, sizeof app_js},
    {"/dom.js", JAVASCRIPT, dom_js, sizeof dom_js},
    {"/icon.svg", PICTURE, icon_svg, sizeof icon_svg},
    {"/index.html", HTML, index_html, sizeof index_html},
    {"/layout.js", JAVASCRIPT, layout_js, sizeof layout_js},
    {"/model.js", JAVASCRIPT, model_js, sizeof model_js},
    {"/population.js", JAVASCRIPT, population_js, sizeof population_js},
    {"/style.css", STYLE, style_css, sizeof style_css},
    {"/views/details.js", JAVASCRIPT, views_details_js, sizeof views_details_js},
    {"/views/launch.js", JAVASCRIPT, views_launch_js, sizeof views_launch_js},
    {"/views/launches.js", JAVASCRIPT, views_launches_js, sizeof views_launches_js},
    {"/views/paint.js", JAVASCRIPT, views_paint_js, sizeof views_paint_js},
    {"/views/pen.js", JAVASCRIPT, views_pen_js, sizeof views_pen_js},
    {"/views/screens.js", JAVASCRIPT, views_screens_js, sizeof views_screens_js},
    {"/views/side.js", JAVASCRIPT, views_side_js, sizeof views_side_js},
    {"/views/swatch.js", JAVASCRIPT, views_swatch_js, sizeof views_swatch_js},
    {"/views/timeline.js", JAVASCRIPT, views_timeline_js, sizeof views_timeline_js},
    {"/words.js", JAVASCRIPT, words_js, sizeof words_js},
};

size_t launchpath_web_asset_count(void) { return sizeof assets / sizeof assets[0]; }

struct launchpath_web_asset launchpath_web_asset_at(size_t index) {
  if (index >= launchpath_web_asset_count()) return (struct launchpath_web_asset){0};
  return assets[index];
}
